/**
 * How many components: one small file for each rule, and what they look at.
 *
 * <p>{@link org.eigenlens.ComponentRules} asks them all.
 */
package org.eigenlens.rules;
