/** The promises of the service interface as scripts, played against any server over HTTP. docs/conformance.md describes the format. */
@NullMarked
package dev.mandate.conformance;

import org.jspecify.annotations.NullMarked;
