package dev.mandate.engine.authority;

import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.UserId;
import dev.mandate.engine.parts.PerTenant;
import dev.mandate.domain.authority.Challenge;
import dev.mandate.domain.authority.EmailIdentity;
import dev.mandate.engine.authority.IdentityRepository.MailedChallenge;
import dev.mandate.ports.spi.mail.CodeMail;
import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.outbox.MessageHandler;
import io.vavr.control.Option;

/** Mails one-time codes. Handles the messages of {@link IdentityRepository#MAIL_TOPIC}. A code that nobody can use any more is not mailed. */
public final class CodeMailWork implements MessageHandler {

    private final PerTenant<EmailIdentities> identities;

    public CodeMailWork(PerTenant<EmailIdentities> identities) {
        this.identities = identities;
    }

    @Override
    public Option<DeliveryFailure> deliver(Delivery delivery) throws InterruptedException {
        MailedChallenge mailed = IdentityRepository.mail(delivery.message().message());
        Option<EmailIdentities> tenants = identities.of(mailed.place().tenant(), mailed.place().network());
        return tenants.isEmpty()
                ? Option.some(new DeliveryFailure.Transient("its network is not configured here, or no mail can be sent"))
                : mail(tenants.get(), mailed.place().user(), mailed.challenge());
    }

    private static Option<DeliveryFailure> mail(EmailIdentities identities, UserId user, ChallengeId mailed) throws InterruptedException {
        Option<EmailIdentity> identity = identities.book().find(user);
        Option<Challenge> challenge = identity.flatMap(known -> known.challengesAt(identities.clock().now())
                .find(open -> open.id().equals(mailed) && open.delivery() == Challenge.Delivery.MAILED && open.proof().isEmpty()));
        if (challenge.isEmpty()) {
            return Option.none();
        }
        Challenge open = challenge.get();
        return identities.ports()
                .mail()
                .send(new CodeMail(identity.get().email(), open.id(), identities.ports().codes().of(open.id()), open.appName(), open.expiresAt()))
                .map(fault -> switch (fault) {
                    case MailFault.Temporary(String detail) -> new DeliveryFailure.Transient(detail);
                    case MailFault.Permanent(String detail) -> new DeliveryFailure.Permanent(detail);
                });
    }
}
