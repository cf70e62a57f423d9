/** How often each rule for the number of components finds a number that is known. */
package org.eigenlens.bench.components;
