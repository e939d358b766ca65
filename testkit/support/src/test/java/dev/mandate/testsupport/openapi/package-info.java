/** Tests of the OpenAPI check: every kind of deviation from the document fails. */
@NullMarked
package dev.mandate.testsupport.openapi;

import org.jspecify.annotations.NullMarked;
