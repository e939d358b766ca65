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
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A tenant's keys that builders have used and that are not on the chain yet, in the journal. A builder records a key before the vault makes it, so the
 * vault never has more policy keys of builds than are recorded.
 *
 * <p>The key of a limit serves another limit once its own cannot land any more. A signer's never does: its address was told, and with another owner a
 * stranger would sign wherever it is used. After a day it only counts no longer.
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

    /** The keys that wait. */
    public Array<UnlandedKey> all() {
        return all(waiting.find(ALL));
    }

    /** Without those that were free, or could be, when commits were lost: the lost ones may give them to another limit. */
    private Array<UnlandedKey> all(Option<Entity<Waiting>> read) {
        Array<UnlandedKey> recorded = read.map(Entity::state).getOrElse(Waiting.NONE).keys();
        UnixTime now = journal.clock().now();
        return recorded.isEmpty()
                ? recorded
                : LostCommits.acceptedAt(journal.journal())
                        .map(loss -> recorded.reject(key -> (key.isFree() && key.builtAt().isBefore(loss)) || key.isOld(loss)))
                        .getOrElse(recorded)
                        .reject(key -> key.isSigner() && key.isOld(now));
    }

    /** Adds to a commit that no key waits for {@code purpose} any more. */
    public Commit remove(Commit commit, KeyPurpose purpose) {
        Option<Entity<Waiting>> read = waiting.find(ALL);
        Array<UnlandedKey> gone = all(read).filter(key -> key.purpose().equals(purpose));
        return gone.isEmpty() ? commit : changed(commit, read, all(read).removeAll(gone));
    }

    /**
     * Gives a key to a purpose: the one that has it, a free one, or a new one.
     *
     * @param fresh the id of a new key
     * @return refused if too many wait already
     */
    public Either<BuildRefusal, UnlandedKey> reserve(Option<AccountRef> account, KeyPurpose purpose, Supplier<ManagedKeyId> fresh) {
        return journal.<BuildRefusal, UnlandedKey>commit(() -> {
            Option<Entity<Waiting>> read = waiting.find(ALL);
            Array<UnlandedKey> all = all(read);
            UnixTime now = journal.clock().now();
            Option<UnlandedKey> known = all.find(key -> key.purpose().equals(purpose) && key.isOf(account));
            Option<UnlandedKey> free = purpose instanceof KeyPurpose.Limit ? all.find(UnlandedKey::isFree) : Option.none();
            Option<BuildRefusal> refused = known.isDefined() ? Option.none() : refusal(all, account, free);
            UnlandedKey after = known.map(key -> key.builtAgain(now))
                    .orElse(() -> free.map(key -> key.used(purpose, account, now)))
                    .getOrElse(() -> new UnlandedKey(fresh.get(), purpose, account, now, Option.none()));
            return refused.toEither(() -> new Decision<>(
                            changed(Commit.at(now), read, all.removeAll(known.orElse(free)).append(after)), after))
                    .swap();
        });
    }

    /** Why {@code account} gets no further key, though it may take {@code free}. */
    public static Option<BuildRefusal> refusal(Array<UnlandedKey> all, Option<AccountRef> account, Option<UnlandedKey> free) {
        return account.filter(of -> all.count(key -> key.isOf(account)) >= MOST_OF_ACCOUNT)
                .<BuildRefusal>map(of -> new BuildRefusal.TooManyUnlanded(Option.some(of.address()), MOST_OF_ACCOUNT))
                .orElse(() -> Option.when(
                        free.isEmpty() && all.length() >= MOST_OF_TENANT,
                        () -> new BuildRefusal.TooManyUnlanded(Option.none(), MOST_OF_TENANT)));
    }

    /** The transaction that makes the limit at this address lives by a durable nonce. */
    public void lives(Address limit, NonceUse use) {
        change(key -> key.purpose().equals(new KeyPurpose.Limit(limit)), key -> Option.some(key.livingBy(use)), commit -> commit);
    }

    /** These keys wait no longer. */
    public void drop(Array<UnlandedKey> landed) {
        change(landed::contains, key -> Option.none(), commit -> commit);
    }

    /**
     * This key is free for another limit, if nothing happened to it meanwhile.
     *
     * @param with adds what else changes
     */
    public void free(UnlandedKey dead, Function<Commit, Commit> with) {
        change(dead::equals, key -> Option.some(key.free()), with);
    }

    private void change(
            Function<UnlandedKey, Boolean> of, Function<UnlandedKey, Option<UnlandedKey>> to, Function<Commit, Commit> with) {
        var unused = journal.<Array<UnlandedKey>, Array<UnlandedKey>>commit(() -> {
            Option<Entity<Waiting>> read = waiting.find(ALL);
            Array<UnlandedKey> all = all(read);
            Array<UnlandedKey> after = all.flatMap(key -> of.apply(key) ? to.apply(key) : Option.some(key));
            return all.equals(after)
                    ? Either.left(after)
                    : Either.right(new Decision<>(with.apply(changed(Commit.at(journal.clock().now()), read, after)), after));
        });
    }

    private Commit changed(Commit commit, Option<Entity<Waiting>> read, Array<UnlandedKey> after) {
        Array<UnlandedKey> recorded = read.map(Entity::state).getOrElse(Waiting.NONE).keys();
        Change change = new Change(recorded.removeAll(after), after.removeAll(recorded));
        return change.removed().isEmpty() && change.added().isEmpty()
                ? commit
                : waiting.append(commit, ALL, read, Array.of(change));
    }
}
