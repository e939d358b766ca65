/** The port for sending mail. */
@NullMarked
package dev.mandate.ports.mail;

import org.jspecify.annotations.NullMarked;
