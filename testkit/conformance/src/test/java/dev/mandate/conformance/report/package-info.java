@NullMarked
package dev.mandate.conformance.report;

import org.jspecify.annotations.NullMarked;
