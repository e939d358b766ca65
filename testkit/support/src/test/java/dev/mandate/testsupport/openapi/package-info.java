/** What holds exchanges is itself held: each way of not being as documented fails. */
@NullMarked
package dev.mandate.testsupport.openapi;

import org.jspecify.annotations.NullMarked;
