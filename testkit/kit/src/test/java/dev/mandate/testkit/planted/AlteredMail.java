package dev.mandate.testkit.planted;

import dev.mandate.ports.spi.mail.CodeMail;
import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.mail.MailTransport;
import dev.mandate.testkit.mail.MailContract;
import dev.mandate.testkit.mail.MailUnderTest;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** The contract of a transport in memory, parts of which a subclass alters. It runs only by a launcher. */
class AlteredMail extends MailContract {

    /** Returns the headers of a mail, one a line. */
    String headers(CodeMail mail) {
        return "To: " + mail.to().text() + "\nSubject: Code for " + mail.appName().getOrElse("").replaceAll("\\s", " ");
    }

    /** Returns the id of the {@code number}th mail. */
    String id(CodeMail mail, int number) {
        return mail.challenge().toString();
    }

    /** Returns what is told of a fault. */
    Option<MailFault> reported(CodeMail mail, Class<? extends MailFault> type) {
        return Option.some(
                type == MailFault.Temporary.class ? new MailFault.Temporary("later") : new MailFault.Permanent("no"));
    }

    @Override
    protected MailUnderTest fresh() {
        List<MailUnderTest.Arrived> arrived = new ArrayList<>();
        return new MailUnderTest() {
            @Override
            public MailTransport transport() {
                return mail -> {
                    Array<String> lines = Array.of(headers(mail).split("\\R"));
                    arrived.add(new Arrived(
                            Option.some(id(mail, arrived.size())),
                            lines.filter(line -> line.matches("(To|Bcc): .*")).map(line -> line.replaceFirst("\\w+: ", "")),
                            lines.find(line -> line.startsWith("Subject: ")).get(),
                            mail.code().digits() + " for " + mail.appName().getOrElse("")));
                    return Option.none();
                };
            }

            @Override
            public Array<Arrived> arrived() {
                return Array.ofAll(arrived);
            }

            @Override
            public Option<MailTransport> failing(Class<? extends MailFault> type) {
                return Option.some(mail -> reported(mail, type));
            }
        };
    }

    /** A name's line breaks begin a new header. */
    static class HeaderInjected extends AlteredMail {
        @Override
        String headers(CodeMail mail) {
            return "To: " + mail.to().text() + "\nSubject: Code for " + mail.appName().getOrElse("");
        }
    }

    /** Each sending has an id of its own. */
    static class NewIdEachTime extends AlteredMail {
        @Override
        String id(CodeMail mail, int number) {
            return "mail " + number;
        }
    }

    /** A fault goes to the log only. */
    static class FaultSwallowed extends AlteredMail {
        @Override
        Option<MailFault> reported(CodeMail mail, Class<? extends MailFault> type) {
            return Option.none();
        }
    }

    /** A fault quotes the server, which quotes the address. */
    static class AddressQuoted extends AlteredMail {
        @Override
        Option<MailFault> reported(CodeMail mail, Class<? extends MailFault> type) {
            return Option.some(new MailFault.Permanent("550 " + mail.to().text() + " unknown"));
        }
    }
}
