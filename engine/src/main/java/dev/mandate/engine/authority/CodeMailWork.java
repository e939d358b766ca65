package dev.mandate.engine.authority;

import dev.mandate.domain.authority.Challenge;
import dev.mandate.domain.authority.EmailIdentity;
import dev.mandate.engine.authority.IdentityBook.MailedChallenge;
import dev.mandate.ports.keys.OneTimeCodes;
import dev.mandate.ports.mail.CodeMail;
import dev.mandate.ports.mail.MailFault;
import dev.mandate.ports.mail.MailTransport;
import dev.mandate.ports.outbox.Delivery;
import dev.mandate.ports.outbox.DeliveryFailure;
import dev.mandate.ports.outbox.MessageHandler;
import dev.mandate.ports.time.ServerClock;
import io.vavr.control.Option;

/** Mails one-time codes. Handles the messages of {@link IdentityBook#MAIL_TOPIC}. A code that nobody can use any more is not mailed. */
public final class CodeMailWork implements MessageHandler {

    private final IdentityBook identities;
    private final OneTimeCodes codes;
    private final MailTransport mail;
    private final ServerClock clock;

    public CodeMailWork(IdentityBook identities, OneTimeCodes codes, MailTransport mail, ServerClock clock) {
        this.identities = identities;
        this.codes = codes;
        this.mail = mail;
        this.clock = clock;
    }

    @Override
    public Option<DeliveryFailure> deliver(Delivery delivery) throws InterruptedException {
        MailedChallenge mailed = IdentityBook.mail(delivery.message().message());
        Option<EmailIdentity> identity = identities.find(mailed.place());
        Option<Challenge> challenge = identity.flatMap(EmailIdentity::challenge)
                .filter(newest -> newest.id().equals(mailed.challenge())
                        && newest.delivery() == Challenge.Delivery.MAILED
                        && newest.proof().isEmpty()
                        && clock.now().isBefore(newest.expiresAt()));
        if (challenge.isEmpty()) {
            return Option.none();
        }
        Challenge open = challenge.get();
        return mail.send(new CodeMail(identity.get().email(), open.id(), codes.of(open.id()), open.appName(), open.expiresAt()))
                .map(fault -> switch (fault) {
                    case MailFault.Temporary(String detail) -> new DeliveryFailure.Transient(detail);
                    case MailFault.Permanent(String detail) -> new DeliveryFailure.Permanent(detail);
                });
    }
}
