/** Tests of the mail transports. */
@NullMarked
package dev.mandate.adapters.mail;

import org.jspecify.annotations.NullMarked;
