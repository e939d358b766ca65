package dev.mandate.engine.transfer;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferCursor.Group;
import dev.mandate.ports.api.transfer.TransferCursor;
import dev.mandate.ports.api.transfer.TransferEntry;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads a history until a page is full, the history ends, or a limit of reading is reached. Mutable: used once.
 *
 * <p>After a full page it searches for one more transfer, to know whether another page follows.
 */
final class HistoryPageReader {

    /** A page decodes at most this many transactions beyond the limit of its query. */
    static final int SPARE_LOOKS = 50;

    /** The maximum of history entries that a page reads, decoded or not. */
    static final int ENTRIES = 1_000;

    /** The position of the first instruction. */
    private static final InstructionPosition START = InstructionPosition.outer(0);

    private final AddressHistory history;
    private final Function<LandedSignature, Either<BuildRefusal, Look>> look;
    private final TransferQuery query;
    private final Group group;
    private final List<TransferEntry> items = new ArrayList<>();
    private Option<Signature> newer;
    private Option<TransferCursor> reached;
    private int looks;
    private int entries;

    /**
     * What one transaction moved.
     *
     * @param entries the last transfer first; or that it cannot be read
     * @param closed token accounts of the account that it names: it may have closed them
     */
    record Look(Array<TransferEntry> entries, Seq<Address> closed) {}

    HistoryPageReader(
            AddressHistory history, Function<LandedSignature, Either<BuildRefusal, Look>> look, TransferQuery query, Group group) {
        this.history = history;
        this.look = look;
        this.query = query;
        this.group = group;
        this.newer = query.after().flatMap(TransferCursor::newer);
        this.reached = query.after();
    }

    /** The page; shorter if the request has no calls to nodes left. */
    Either<BuildRefusal, TransferPage> page() {
        return read().fold(
                refused -> refused instanceof BuildRefusal.ChainSilent(ChainFault.BudgetExceeded spent) && !reached.equals(query.after())
                        ? Either.right(stopped())
                        : Either.left(refused),
                Either::right);
    }

    private Either<BuildRefusal, TransferPage> read() {
        while (true) {
            Either<BuildRefusal, Array<LandedSignature>> slot = history.nextSlot();
            if (slot.isLeft()) {
                return Either.left(slot.getLeft());
            }
            if (slot.get().isEmpty()) {
                return Either.right(end());
            }
            for (LandedSignature entry : slot.get()) {
                Either<BuildRefusal, Option<TransferPage>> page = isRead(entry) ? Either.right(Option.none()) : step(entry);
                if (page.isLeft() || page.get().isDefined()) {
                    return page.map(Option::get);
                }
            }
            newer = Option.some(slot.get().last().signature());
        }
    }

    private TransferPage end() {
        return new TransferPage(Array.ofAll(items), group.until().map(TransferCursor::after));
    }

    private TransferPage stopped() {
        return new TransferPage(Array.ofAll(items), reached);
    }

    /** Whether all transfers of the entry come before the cursor of the query. */
    private boolean isRead(LandedSignature entry) {
        return query.after().exists(cursor -> entry.slot() > cursor.slot()
                || (entry.slot() == cursor.slot() && AddressHistory.IN_SLOT.compare(entry.signature(), cursor.signature()) < 0));
    }

    /** The page, if it is complete with this entry. */
    private Either<BuildRefusal, Option<TransferPage>> step(LandedSignature entry) {
        if (query.isOver(entry.time())) {
            return Either.right(Option.some(end()));
        }
        if (entries++ == ENTRIES) {
            return Either.right(Option.some(stopped()));
        }
        if (entry.failure().isDefined() || !query.covers(entry.time())) {
            reached = Option.some(at(entry, START));
            return Either.right(Option.none());
        }
        return looks++ == query.limit() + SPARE_LOOKS
                ? Either.right(Option.some(stopped()))
                : look.apply(entry).map(found -> taken(entry, followed(entry, found)));
    }

    /** The unread entries. Deposits into a token account that is closed now are found in its own history. */
    private Array<TransferEntry> followed(LandedSignature entry, Look found) {
        Array<TransferEntry> unread = unread(entry, found.entries);
        return history.follow(found.closed, entry.signature())
                ? unread
                : unread.append(new TransferEntry.Unreadable(entry.signature(), entry.slot()));
    }

    /** The transfers of a partly read transaction that come after the cursor. */
    private Array<TransferEntry> unread(LandedSignature entry, Array<TransferEntry> found) {
        return query.after()
                .filter(cursor -> cursor.signature().equals(entry.signature()))
                .map(cursor -> found.filter(transfer -> position(transfer).compareTo(cursor.position()) < 0))
                .getOrElse(found);
    }

    private static InstructionPosition position(TransferEntry entry) {
        return switch (entry) {
            case Transfer transfer -> transfer.movement().position();
            case TransferEntry.Unreadable unreadable -> START;
        };
    }

    private Option<TransferPage> taken(LandedSignature entry, Array<TransferEntry> found) {
        for (TransferEntry transfer : found) {
            if (items.size() == query.limit()) {
                return Option.some(stopped());
            }
            items.add(transfer);
            reached = Option.some(at(entry, position(transfer)));
        }
        reached = Option.some(at(entry, START));
        return Option.none();
    }

    private TransferCursor at(LandedSignature entry, InstructionPosition position) {
        return new TransferCursor(newer, entry.slot(), entry.signature(), position, history.unfinished(), group);
    }
}
