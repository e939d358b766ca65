package dev.mandate.ports.spi.mail;

/** Why a mail was not sent. Contains neither the code nor the whole address. */
public sealed interface MailFault {

    /** For the operator's log. */
    String detail();

    /** A repetition may succeed: no connection, or a reply of the class 4xx (RFC 5321, 4.2.1). */
    record Temporary(String detail) implements MailFault {}

    /** A repetition is refused as well: a reply of the class 5xx. */
    record Permanent(String detail) implements MailFault {}
}
