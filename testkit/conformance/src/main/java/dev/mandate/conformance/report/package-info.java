/** What came of the scripts: for people, and as JUnit XML. */
@NullMarked
package dev.mandate.conformance.report;

import org.jspecify.annotations.NullMarked;
