/** The backend that needs nothing but a Java virtual machine. */
package org.eigenlens.matrix.jvm;
