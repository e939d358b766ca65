package dev.mandate.engine.readiness;

import dev.mandate.ports.api.tenant.Readiness.MailAttempt;
import dev.mandate.ports.api.tenant.Readiness.MailOutcome;
import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.mail.MailTransport;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.control.Option;

/** Remembers the last attempt to send a mail. Thread-safe. */
public final class LastMail {

    private final ServerClock clock;
    private volatile Option<MailAttempt> last = Option.none();

    public LastMail(ServerClock clock) {
        this.clock = clock;
    }

    /** Sends by {@code mail}, and remembers. */
    public MailTransport remembered(MailTransport mail) {
        return message -> {
            Option<MailFault> fault = mail.send(message);
            last = Option.some(new MailAttempt(fault.map(LastMail::outcome).getOrElse(MailOutcome.SENT), clock.now()));
            return fault;
        };
    }

    private static MailOutcome outcome(MailFault fault) {
        return switch (fault) {
            case MailFault.Temporary temporary -> MailOutcome.RETRIED;
            case MailFault.Permanent permanent -> MailOutcome.REFUSED;
        };
    }

    /** None before the first attempt. */
    public Option<MailAttempt> last() {
        return last;
    }
}
