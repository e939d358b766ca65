/** How fast the store on disk is: beside bare SQLite, and with more and more in it. */
@NullMarked
package dev.mandate.benchmarks.store;

import org.jspecify.annotations.NullMarked;
