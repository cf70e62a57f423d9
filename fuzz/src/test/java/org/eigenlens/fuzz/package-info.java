/** Inputs made to break things: what reads files and requests, and what must hold of it. */
package org.eigenlens.fuzz;
