package dev.mandate.domain.intent;

import dev.mandate.domain.account.NecessaryVoters;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.enginelimit.LimitClock;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The rules of signed intents. */
public final class IntentRules {

    /** An intent is good for no longer than a day. */
    public static final long MAX_SECONDS = 86_400;

    private IntentRules() {}

    /** {@code intent}; refused if {@code content}, which was signed, is not its content. */
    public static Either<IntentRefusal, Intent> requireContent(Intent intent, IntentValue.Fields content) {
        var expected = intent.content().fields();
        Array<String> different = Array.ofAll(expected.keySet().addAll(content.fields().keySet()))
                .filter(name -> !expected.get(name).equals(content.fields().get(name)));
        return different.isEmpty() ? Either.right(intent) : Either.left(new IntentRefusal.Mismatch(different));
    }

    /** {@code intent}; refused unless it is good at {@code now}. */
    public static Either<IntentRefusal, Intent> requireInTime(Intent intent, UnixTime now) {
        UnixTime latest = now.plusSeconds(MAX_SECONDS);
        return !now.isBefore(intent.expiresAt())
                ? Either.left(new IntentRefusal.Expired(intent.expiresAt(), now))
                : latest.isBefore(intent.expiresAt())
                        ? Either.left(new IntentRefusal.ExpiresTooLate(intent.expiresAt(), latest))
                        : Either.right(intent);
    }

    /**
     * {@code intent}; refused if it may have been accepted before the journal lost commits. Until then one that expires later than a day after the
     * loss was refused, by the clocks of the chain and of a server that may have been ahead.
     *
     * @param lossAt when the loss was accepted; none if nothing is lost
     */
    public static Either<IntentRefusal, Intent> requireSinceLoss(Intent intent, Option<UnixTime> lossAt) {
        return lossAt.map(at -> at.plusSeconds(MAX_SECONDS + LimitClock.MOST_APART_SECONDS))
                .filter(after -> !after.isBefore(intent.expiresAt()))
                .<Either<IntentRefusal, Intent>>map(after -> Either.left(new IntentRefusal.MayBeSpent(intent.expiresAt(), after)))
                .getOrElse(() -> Either.right(intent));
    }

    /**
     * {@code intent}; refused unless those who signed are the authority.
     *
     * @param settings of the account, as they are now
     * @param engines voters of the engine, which sign no intent
     * @param signed the addresses whose signatures are valid
     */
    public static Either<IntentRefusal, Intent> requireAuthority(
            Intent intent, IntentAuthority authority, Settings settings, Set<Address> engines, Set<Address> signed) {
        return switch (authority) {
            case IntentAuthority.ThresholdOrAdmin any -> {
                int votes = settings.roster().holders(Permission.CAN_VOTE).count(signed::contains);
                int threshold = NecessaryVoters.without(settings.roster(), engines).value();
                yield votes >= threshold || settings.admin().holder().exists(signed::contains)
                        ? Either.right(intent)
                        : Either.left(new IntentRefusal.BelowThreshold(
                                sorted(signed), votes, threshold, settings.admin().holder()));
            }
            case IntentAuthority.OneOf(Set<Address> entitled) -> signed.exists(entitled::contains)
                    ? Either.right(intent)
                    : Either.left(new IntentRefusal.NotEntitled(sorted(signed), sorted(entitled)));
        };
    }

    private static Array<Address> sorted(Set<Address> addresses) {
        return Array.ofAll(addresses).sorted();
    }
}
