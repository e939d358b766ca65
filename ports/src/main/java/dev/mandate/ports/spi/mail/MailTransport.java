package dev.mandate.ports.spi.mail;

import io.vavr.control.Option;

/** Sends mail. Safe from any thread. */
@FunctionalInterface
public interface MailTransport {

    /** Hands the mail over; returns why it could not. A repetition may send it twice. */
    Option<MailFault> send(CodeMail mail) throws InterruptedException;
}
