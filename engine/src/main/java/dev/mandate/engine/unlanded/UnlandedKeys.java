package dev.mandate.engine.unlanded;

import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.LostCommits;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A tenant's keys that builders have used and that are not on the chain yet, in the journal. A builder records a key before the vault makes it, so the
 * vault never has more keys of builders than are recorded.
 */
public final class UnlandedKeys {

    /** At most so many keys may wait for one account to use them on the chain. */
    public static final int MOST_OF_ACCOUNT = 16;

    /** At most so many keys of a tenant on one network may wait. */
    public static final int MOST_OF_TENANT = 256;

    private static final String ALL = "all";

    private static final EntityType<Waiting, Change> TYPE =
            EntityType.of("unlanded-keys", Waiting.class, Change.class, (before, change) -> before.getOrElse(Waiting.NONE).after(change));

    /** The row has the keys that wait. */
    public static final Projection PROJECTION = TYPE.projection();

    private final TenantJournal journal;
    private final Repository<Waiting, Change> waiting;

    public UnlandedKeys(TenantJournal journal) {
        this.journal = journal;
        this.waiting = journal.own(TYPE);
    }

    /**
     * Some keys in the place of others.
     *
     * @param removed keys of {@code Waiting}
     */
    private record Change(Array<UnlandedKey> removed, Array<UnlandedKey> added) {}

    private record Waiting(Array<UnlandedKey> keys) {

        static final Waiting NONE = new Waiting(Array.empty());

        Waiting after(Change change) {
            return new Waiting(keys.removeAll(change.removed()).appendAll(change.added()));
        }
    }

    /** The keys that wait. One that was free, or could be, when commits were lost is not among them: the lost ones may give it to another owner. */
    public Array<UnlandedKey> all() {
        Array<UnlandedKey> recorded = recorded();
        return recorded.isEmpty()
                ? recorded
                : LostCommits.acceptedAt(journal.journal())
                        .map(loss -> recorded.reject(key -> (key.isFree() && key.builtAt().isBefore(loss)) || key.isOld(loss)))
                        .getOrElse(recorded);
    }

    private Array<UnlandedKey> recorded() {
        return waiting.find(ALL).map(Entity::state).getOrElse(Waiting.NONE).keys();
    }

    /** The key at this address that waits as a signer of an account. */
    public Option<UnlandedKey> signer(Address address) {
        return all().find(key -> key.purpose() instanceof KeyPurpose.Signer && key.address().contains(address));
    }

    /** Adds to a commit that no key waits for {@code purpose} any more. */
    public Commit remove(Commit commit, KeyPurpose purpose) {
        Array<UnlandedKey> gone = all().filter(key -> key.purpose().equals(purpose));
        return gone.isEmpty() ? commit : change(commit, new Change(gone, Array.empty()));
    }

    /**
     * Gives a key to a purpose: the one that has it, a free one, or a new one.
     *
     * @param fresh the id of a new key
     * @return refused if too many wait already
     */
    public Either<BuildRefusal, UnlandedKey> reserve(Option<AccountRef> account, KeyPurpose purpose, Supplier<ManagedKeyId> fresh) {
        return journal.<BuildRefusal, UnlandedKey>commit(() -> {
            Array<UnlandedKey> all = all();
            UnixTime now = journal.clock().now();
            Array<UnlandedKey> same = all.filter(key -> key.purpose().equals(purpose));
            Option<UnlandedKey> known = same.find(key -> key.isOf(account));
            Option<UnlandedKey> before = known.orElse(() -> same.isEmpty() ? all.find(UnlandedKey::isFree) : Option.none());
            Option<BuildRefusal> refused = known.isDefined() ? Option.none() : refusal(all, account, before);
            UnlandedKey after = before.orElse(same::headOption)
                    .map(key -> key.used(purpose, account, now))
                    .getOrElse(() -> new UnlandedKey(fresh.get(), Option.none(), purpose, account, now, Option.none()));
            return refused.toEither(() -> new Decision<>(
                            change(Commit.at(now), new Change(before.toArray(), Array.of(after))), after))
                    .swap();
        });
    }

    /** Why {@code account} gets no further key, though it may take {@code free}. */
    public static Option<BuildRefusal> refusal(Array<UnlandedKey> all, Option<AccountRef> account, Option<UnlandedKey> free) {
        return account.map(AccountRef::address)
                .filter(of -> all.count(key -> key.isOf(of)) >= MOST_OF_ACCOUNT)
                .<BuildRefusal>map(of -> new BuildRefusal.TooManyUnlanded(Option.some(of), MOST_OF_ACCOUNT))
                .orElse(() -> Option.when(
                        free.isEmpty() && all.length() >= MOST_OF_TENANT,
                        () -> new BuildRefusal.TooManyUnlanded(Option.none(), MOST_OF_TENANT)));
    }

    /** Puts {@code after} in the place of {@code before}, if {@code before} still waits. */
    public void replace(Array<UnlandedKey> before, Array<UnlandedKey> after, Function<Commit, Commit> with) {
        var unused = journal.<Array<UnlandedKey>, Array<UnlandedKey>>commit(() -> all().containsAll(before)
                ? Either.right(new Decision<>(with.apply(change(Commit.at(journal.clock().now()), new Change(before, after))), after))
                : Either.left(before));
    }

    private Commit change(Commit commit, Change change) {
        return waiting.amend(commit, ALL, before -> Array.of(change));
    }
}
