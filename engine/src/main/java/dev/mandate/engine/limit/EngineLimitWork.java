package dev.mandate.engine.limit;

import dev.mandate.engine.parts.PerTenant;
import dev.mandate.domain.enginelimit.Ending;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.enginelimit.EngineLimitCommand;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.workers.Backoff;
import dev.mandate.engine.workers.DeliveryTerms;
import dev.mandate.engine.workers.RetryPolicy;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.control.Option;
import java.time.Duration;

/**
 * Ends limits that have expired or are no longer on the chain, and destroys the policy keys of limits that are over. Handles the messages of {@link
 * EngineLimitRepository#TOPIC}.
 */
public final class EngineLimitWork implements MessageHandler {

    /** A limit in force is looked at about every half hour. Its uses are refused in time whether it was looked at or not. */
    public static final DeliveryTerms TERMS = new DeliveryTerms(
            new RetryPolicy(Integer.MAX_VALUE, new Backoff(Duration.ofSeconds(2), Duration.ofHours(1))),
            60,
            2,
            Duration.ofMillis(250));

    /** A limit that nobody has created on the chain after so long is over. The longest time lock is half of that. */
    private static final long UNCREATED_SECONDS = 15_552_000;

    /** A limit that was used may be missing at a node that lags. No node lags so long and counts as healthy. */
    private static final long LAG_SECONDS = 3_600;

    private final Journal journal;
    private final ServerClock clock;
    private final PerTenant<EngineLimits> limits;
    private final Option<KeyVault> vault;

    public EngineLimitWork(Journal journal, ServerClock clock, PerTenant<EngineLimits> limits, Option<KeyVault> vault) {
        this.journal = journal;
        this.clock = clock;
        this.limits = limits;
        this.vault = vault;
    }

    @Override
    public Option<DeliveryFailure> deliver(Delivery delivery) {
        EngineLimit limit = EngineLimitRepository.about(journal, delivery.message().message()).get();
        return (limit.ended().isDefined() ? destroy(limit) : watch(limit)).map(DeliveryFailure.Transient::new);
    }

    private Option<String> destroy(EngineLimit limit) {
        return vault.fold(
                () -> Option.some("no vault is configured here"),
                keys -> keys.destroy(limit.subject().tenant(), limit.subject().key())
                        .map(fault -> "the policy key is not destroyed yet: " + fault));
    }

    private Option<String> watch(EngineLimit limit) {
        return limits.of(limit.subject().tenant(), limit.subject().network())
                .map(kept -> kept.look(limit)
                        .fold(fault -> Option.some("the chain did not answer: " + fault), found -> watch(kept, limit, found)))
                .getOrElse(() -> Option.some("its network is not configured here"));
    }

    /** Nothing ends for good while the server's clock may be wrong. */
    private Option<String> watch(EngineLimits limits, EngineLimit limit, AccountsSnapshot found) {
        return clock.undisputed().fold(() -> Option.some("the clock may be wrong"), undisputed -> watch(limits, limit, found, undisputed));
    }

    private static Option<String> watch(EngineLimits limits, EngineLimit limit, AccountsSnapshot found, UnixTime undisputed) {
        UnixTime now = limits.later(found.chainTime());
        Option<Ending> ending = limit.over(now)
                .orElse(() -> Option.when(found.owned().isEmpty() && isGone(limits, limit, undisputed), Ending.REMOVED));
        return ending.fold(
                () -> Option.some("it is in force"),
                how -> {
                    // Somebody else may have ended it. The commit that does sends the message that destroys its key.
                    var unused = limits.book().tell(limit.subject().limit(), new EngineLimitCommand.End(how), now);
                    return Option.none();
                });
    }

    /**
     * A limit that was used was on the chain. Others may still be created by a proposal.
     *
     * @param now by the server's clock, which recorded the last event
     */
    private static boolean isGone(EngineLimits limits, EngineLimit limit, UnixTime now) {
        long wait = limit.window().isDefined() ? LAG_SECONDS : UNCREATED_SECONDS;
        return limits.book().entity(limit.subject().limit()).exists(kept -> now.secondsSince(kept.at()) > wait);
    }
}
