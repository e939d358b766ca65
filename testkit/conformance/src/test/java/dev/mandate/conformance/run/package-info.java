@NullMarked
package dev.mandate.conformance.run;

import org.jspecify.annotations.NullMarked;
