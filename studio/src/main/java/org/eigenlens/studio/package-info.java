/**
 * The studio: a page on loopback where people look at their data through the program's own
 * commands.
 *
 * <p>{@link org.eigenlens.studio.Studio} is the entry; what a command does is asked of {@link
 * org.eigenlens.studio.Commands}, so that page and command line never differ.
 */
package org.eigenlens.studio;
