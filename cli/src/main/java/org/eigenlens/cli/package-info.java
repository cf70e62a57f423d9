/** The {@code eigenlens} command: parses, calls, prints; no algorithm lives here. */
package org.eigenlens.cli;
