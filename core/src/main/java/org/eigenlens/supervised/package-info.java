/** Labels, and the methods that let them choose the directions. */
package org.eigenlens.supervised;
