/** Micro-benchmarks of single parts; {@code compare} holds the comparison with peers. */
package org.eigenlens.bench;
