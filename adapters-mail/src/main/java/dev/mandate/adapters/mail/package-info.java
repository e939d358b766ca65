/** The mail transports: SMTP, and sinks for a sandbox. */
@NullMarked
package dev.mandate.adapters.mail;

import org.jspecify.annotations.NullMarked;
