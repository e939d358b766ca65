/** Scripts as data, and their parser. */
@NullMarked
package dev.mandate.conformance.script;

import org.jspecify.annotations.NullMarked;
