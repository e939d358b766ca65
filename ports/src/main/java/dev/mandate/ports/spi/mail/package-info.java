/** The port for sending mail. */
@NullMarked
package dev.mandate.ports.spi.mail;

import org.jspecify.annotations.NullMarked;
