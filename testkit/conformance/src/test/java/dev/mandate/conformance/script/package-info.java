@NullMarked
package dev.mandate.conformance.script;

import org.jspecify.annotations.NullMarked;
