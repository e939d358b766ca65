package dev.mandate.engine.authority;

import dev.mandate.domain.authority.UserId;
import dev.mandate.engine.parts.PerTenant;
import dev.mandate.domain.authority.EmailIdentity;
import dev.mandate.engine.authority.IdentityRepository.Place;
import dev.mandate.engine.workers.Backoff;
import dev.mandate.engine.workers.DeliveryTerms;
import dev.mandate.engine.workers.RetryPolicy;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.outbox.MessageHandler;
import io.vavr.control.Option;
import java.time.Duration;

/**
 * Orders the accounts of identities that have proven themselves, if their own call did not get so far. Handles the messages of {@link
 * IdentityRepository#ACCOUNT_TOPIC}.
 */
public final class IdentityAccountWork implements MessageHandler {

    /** A message is tried until the account is ordered. */
    public static final DeliveryTerms TERMS = new DeliveryTerms(
            new RetryPolicy(Integer.MAX_VALUE, new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(5))),
            60,
            2,
            Duration.ofMillis(250));

    private final PerTenant<IdentityAccounts> accounts;

    public IdentityAccountWork(PerTenant<IdentityAccounts> accounts) {
        this.accounts = accounts;
    }

    @Override
    public Option<DeliveryFailure> deliver(Delivery delivery) {
        Place place = IdentityRepository.account(delivery.message().message());
        return accounts.of(place.tenant(), place.network())
                .map(tenants -> order(tenants, place.user()))
                .getOrElse(() -> Option.some(new DeliveryFailure.Transient("its network is not configured here")));
    }

    private static Option<DeliveryFailure> order(IdentityAccounts accounts, UserId user) {
        EmailIdentity identity = accounts.identities().find(user).get();
        return accounts.complete(user, identity)
                .fold(
                        fault -> Option.some(new DeliveryFailure.Waiting("the vault made no key: " + fault)),
                        registration -> accounts.order(identity.email(), registration)
                                .fold(
                                        refusal -> Option.some(failure(refusal)),
                                        ordered -> Option.none()));
    }

    private static DeliveryFailure failure(CreationRefusal refusal) {
        return refusal instanceof CreationRefusal.NotBuilt(BuildRefusal.VaultSilent(var fault))
                ? new DeliveryFailure.Waiting("the account is not ordered: " + fault)
                : new DeliveryFailure.Transient("the account is not ordered: " + refusal.getClass().getSimpleName());
    }
}
