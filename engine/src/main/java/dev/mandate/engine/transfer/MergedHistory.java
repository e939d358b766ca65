package dev.mandate.engine.transfer;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.transfer.TransferCursor;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/** Merges the histories of several addresses. Each is read only as far as needed. */
final class MergedHistory implements AddressHistory {

    /** The number of entries read from a history at once. */
    static final int BATCH = 200;

    /** The source of histories: {@link Chain#history}. */
    interface Source {
        Either<ChainFault, Option<Seq<LandedSignature>>> history(Address address, Option<Signature> before, int limit);
    }

    private final Source source;
    private Array<Line> lines;

    /**
     * The history of {@code addresses}.
     *
     * @param before only transactions older than this one; none: from the newest on
     */
    MergedHistory(Source source, Array<Address> addresses, Option<Signature> before) {
        this.source = source;
        this.lines = addresses.map(address -> new Line(address, before));
    }

    @Override
    public boolean follow(Seq<Address> addresses, Signature before) {
        Array<Address> unknown = addresses.toArray().distinct().removeAll(lines.map(line -> line.address));
        Array<Address> taken = unknown.take(TransferCursor.MOST_READING - unfinished().length());
        lines = lines.appendAll(taken.map(address -> new Line(address, Option.some(before))));
        return taken.length() == unknown.length();
    }

    @Override
    public Array<Address> unfinished() {
        return lines.reject(Line::isAtEnd).map(line -> line.address);
    }

    @Override
    public Either<BuildRefusal, Array<LandedSignature>> nextSlot() {
        List<Long> heads = new ArrayList<>();
        for (Line line : lines) {
            Either<BuildRefusal, Option<LandedSignature>> head = line.head();
            if (head.isLeft()) {
                return Either.left(head.getLeft());
            }
            head.get().forEach(entry -> heads.add(entry.slot()));
        }
        return heads.isEmpty()
                ? Either.right(Array.empty())
                : slot(heads.stream().mapToLong(Long::longValue).max().orElseThrow());
    }

    private Either<BuildRefusal, Array<LandedSignature>> slot(long slot) {
        TreeMap<Signature, LandedSignature> found = new TreeMap<>(IN_SLOT);
        lines.forEach(line -> line.isInSlot = false);
        for (Line line : lines) {
            Either<BuildRefusal, Option<LandedSignature>> head = line.head();
            while (head.exists(entry -> entry.exists(one -> one.slot() >= slot))) {
                LandedSignature taken = line.take();
                found.put(taken.signature(), taken);
                head = line.head();
            }
            if (head.isLeft()) {
                return Either.left(head.getLeft());
            }
        }
        return Either.right(Array.ofAll(found.values()));
    }

    /** One address's history. */
    private final class Line {

        private final Address address;
        private final Deque<LandedSignature> waiting = new ArrayDeque<>();
        private Option<Signature> before;
        private boolean begun;
        private boolean exhausted;
        /** Whether the slot that is read has entries of it. */
        private boolean isInSlot;

        Line(Address address, Option<Signature> before) {
            this.address = address;
            this.before = before;
        }

        Either<BuildRefusal, Option<LandedSignature>> head() {
            if (waiting.isEmpty() && !exhausted) {
                Either<BuildRefusal, Seq<LandedSignature>> more = ask();
                if (more.isLeft()) {
                    return Either.left(more.getLeft());
                }
                waiting.addAll(more.get().asJava());
                before = more.get().lastOption().map(LandedSignature::signature).orElse(before);
                begun = true;
                exhausted = more.get().size() < BATCH;
            }
            return Either.right(Option.of(waiting.peek()));
        }

        boolean isAtEnd() {
            return exhausted && waiting.isEmpty() && !isInSlot;
        }

        LandedSignature take() {
            isInSlot = true;
            return waiting.remove();
        }

        private Either<BuildRefusal, Seq<LandedSignature>> ask() {
            return source.history(address, before, BATCH)
                    .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                    .flatMap(known -> known.toEither(this::unknown));
        }

        /** The refusal if the chain does not know a transaction. A cursor may name any; one that the chain has just returned must be known. */
        private BuildRefusal unknown() {
            return begun
                    ? new BuildRefusal.ChainSilent(new ChainFault.BadAnswer("what the history named is not known to it"))
                    : new BuildRefusal.UnknownCursor();
        }
    }
}
