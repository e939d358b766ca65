/**
 * Holds HTTP exchanges against an OpenAPI 3.1 document: for the tests of the service and of whoever mounts its endpoints elsewhere.
 *
 * <p>Take the document that the server serves at {@code /openapi.json} for an {@link dev.mandate.testsupport.openapi.OpenApiCheck}, and send
 * requests by a {@link dev.mandate.testsupport.openapi.HeldHttpClient}, or make an {@link dev.mandate.testsupport.openapi.Exchange} of whatever
 * carries them. It takes {@code com.networknt:json-schema-validator} and {@code tools.jackson.core:jackson-databind} on the class path
 * of the tests; testkit does not bring them.
 */
@NullMarked
package dev.mandate.testsupport.openapi;

import org.jspecify.annotations.NullMarked;
