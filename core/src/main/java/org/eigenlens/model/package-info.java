/** Fitted models: what they encode, decode, and carry, and the file they live in. */
package org.eigenlens.model;
