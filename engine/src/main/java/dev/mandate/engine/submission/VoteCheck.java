package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.smartaccount.GrantedPowers;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.chain.AccountQuery;
import dev.mandate.ports.chain.AccountsSnapshot;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.LifeCycleInstruction.CastVote;
import dev.mandate.ports.program.LifeCycleInstruction.Create;
import dev.mandate.ports.program.LifeCycleInstruction.CreateFromBuffer;
import dev.mandate.ports.program.LifeCycleInstruction.Execute;
import dev.mandate.ports.program.LifeCycleInstruction.Propose;
import dev.mandate.ports.program.LifeCycleInstruction;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TransactionFormat;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.TreeMap;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Checks a transaction before it is sent. Every vote must count for the content that it names. No content may be recorded, approved or
 * executed whose effect cannot be shown. Instructions that a vault signs are checked in the same way.
 *
 * <p>A vote names a proposal only by its index, and counts for whatever was proposed at that index. A proposal never changes, so a vote that
 * was found correct stays correct.
 */
public final class VoteCheck {

    /** The maximum of contents read for one transaction. Executed content may itself execute other content. */
    private static final int MOST_CONTENTS = 16;

    private final Chain chain;
    private final SmartAccountProgram program;
    private final TransactionFormat format;

    public VoteCheck(Chain chain, SmartAccountProgram program, TransactionFormat format) {
        this.chain = chain;
        this.program = program;
        this.format = format;
    }

    /** Why a transaction must not be sent. */
    public sealed interface Problem {

        /** The chain did not answer. */
        record Unread(ChainFault fault) implements Problem {}

        /** Nothing is proposed at this index yet. */
        record NotProposedYet(Address proposal) implements Problem {}

        /** Other content is proposed at this index. */
        record AnotherProposed(long index) implements Problem {}

        /** The votes do not name their content. */
        record VoteNamesNothing(Address proposal) implements Problem {}

        /** The effect of the content cannot be shown. */
        record ContentOpaque(Address transaction, String why) implements Problem {}
    }

    /**
     * Checks a message. Its signers sign all of it, so one vote on a proposal may name the content for all of them.
     *
     * @return the roles that it grants by content that it records, approves or executes
     */
    public Either<Problem, GrantedPowers> require(Message message) {
        Seen seen = new Seen();
        return problem(message.instructions().toArray(), seen)
                .<Either<Problem, GrantedPowers>>map(Either::left)
                .getOrElse(() -> Either.right(seen.appointments));
    }

    private Option<Problem> problem(Array<Instruction> instructions, Seen seen) {
        Array<LifeCycleInstruction> steps = instructions.flatMap(program::lifeCycle);
        return accounts(addresses(steps).map(program::query))
                .map(found -> new Reading(steps, found))
                .map(reading -> votes(reading).orElse(() -> contents(reading, seen)))
                .fold(Option::some, problem -> problem);
    }

    private Either<Problem, Map<Address, AccountData>> accounts(Array<AccountQuery> queries) {
        return queries.isEmpty()
                ? Either.right(TreeMap.empty())
                : chain.accounts(queries).bimap(Problem.Unread::new, AccountsSnapshot::owned);
    }

    /** The addresses that the steps depend on and do not record themselves. */
    private Array<Address> addresses(Array<LifeCycleInstruction> steps) {
        return steps.<Address>flatMap(step -> switch (step) {
                    case CastVote vote ->
                        Array.of(vote.proposal())
                                .appendAll(purpose(vote).map(purpose -> transaction(vote, purpose.index())));
                    case Execute execute -> Array.of(execute.transaction());
                    case CreateFromBuffer create -> Array.of(create.buffer());
                    case Create create -> Array.<Address>empty();
                    case Propose propose -> Array.<Address>empty();
                })
                .removeAll(steps.flatMap(LifeCycleInstruction::recording).map(Create::transaction))
                .distinct();
    }

    private Address transaction(LifeCycleInstruction step, long index) {
        return program.transactionAddress(account(step), index);
    }

    private AccountRef account(LifeCycleInstruction step) {
        return program.accountOf(step.settings());
    }

    private static Option<VotePurpose> purpose(CastVote vote) {
        return vote.memo().flatMap(VotePurpose::of);
    }

    private Option<Problem> votes(Reading reading) {
        return reading.only(CastVote.class)
                .groupBy(CastVote::proposal)
                .values()
                .toArray()
                .flatMap(votes -> problem(reading, votes))
                .headOption();
    }

    /** The problem with {@code votes}, all on the same proposal. */
    private Option<Problem> problem(Reading reading, Array<CastVote> votes) {
        CastVote any = votes.head();
        Array<VotePurpose> purposes = votes.flatMap(VoteCheck::purpose);
        Option<Long> opened = reading.only(Propose.class)
                .find(propose -> propose.proposal().equals(any.proposal()))
                .map(Propose::index);
        boolean spelledOut = opened.exists(index -> reading.spelledOut(transaction(any, index)));
        if (purposes.isEmpty() && !spelledOut) {
            return Option.some(new Problem.VoteNamesNothing(any.proposal()));
        }
        Option<Problem> elsewhere = another(purposes.find(
                purpose -> !program.proposalAddress(account(any), purpose.index()).equals(any.proposal())));
        boolean proposed = reading.found.containsKey(any.proposal())
                || opened.exists(index -> reading.content(account(any), transaction(any, index)).isDefined());
        boolean gathered = opened.exists(index -> reading.gathered(transaction(any, index)));
        return elsewhere
                .orElse(() -> proposed
                        ? another(purposes.find(purpose -> !stands(reading, any, purpose)))
                        : Option.none())
                .orElse(() -> Option.when(
                        gathered || !proposed, () -> new Problem.NotProposedYet(any.proposal())));
    }

    private static Option<Problem> another(Option<VotePurpose> wrong) {
        return wrong.map(purpose -> new Problem.AnotherProposed(purpose.index()));
    }

    private boolean stands(Reading reading, CastVote vote, VotePurpose purpose) {
        return reading.content(account(vote), transaction(vote, purpose.index()))
                .map(program::fingerprint)
                .getOrElse(VotePurpose.NOTHING)
                .equals(purpose.fingerprint());
    }

    /** The problem with recorded, approved or executed content: it cannot be shown, or has a problem within. */
    private Option<Problem> contents(Reading reading, Seen seen) {
        return reading.steps
                .toStream()
                .flatMap(step -> described(reading, step)
                        .flatMap(transaction -> reading.content(account(step), transaction)
                                .filter(seen::isNew)
                                .flatMap(content -> content(transaction, content, seen))))
                .headOption();
    }

    /** The transaction whose content a step records, approves or executes. The memo that names it may be that of another vote on it. */
    private Option<Address> described(Reading reading, LifeCycleInstruction step) {
        return switch (step) {
            case Create create -> Option.some(create.transaction());
            case CreateFromBuffer create -> Option.some(create.transaction());
            case Execute execute -> Option.some(execute.transaction());
            case CastVote vote when vote.vote() == Vote.APPROVE ->
                reading.only(CastVote.class)
                        .filter(other -> other.proposal().equals(vote.proposal()))
                        .flatMap(VoteCheck::purpose)
                        .headOption()
                        .map(purpose -> transaction(vote, purpose.index()));
            case CastVote vote -> Option.none();
            case Propose propose -> Option.none();
        };
    }

    private Option<Problem> content(Address transaction, TransactionContent content, Seen seen) {
        return accounts(tables(content).map(format::lookupTableQuery))
                .map(found -> found.toArray().flatMap(this::table))
                .map(tables -> opaque(content, tables, seen)
                        .<Problem>map(why -> new Problem.ContentOpaque(transaction, why))
                        .orElse(() -> said(content, OpaqueContent.said(program, content, tables), seen)))
                .fold(Option::some, problem -> problem);
    }

    private Option<Problem> said(TransactionContent content, Array<Instruction> said, Seen seen) {
        seen.appointments = seen.appointments.and(GrantedPowers.by(content)).and(program.appointments(said));
        return problem(said, seen);
    }

    private Option<String> opaque(TransactionContent content, Array<LookupTable> tables, Seen seen) {
        return seen.contents.length() <= MOST_CONTENTS
                ? OpaqueContent.why(program, content, tables)
                        .orElse(() -> OpaqueContent.said(program, content, tables)
                                .flatMap(format::advancedNonce)
                                .headOption()
                                .map(nonce -> "it advances the durable nonce " + nonce))
                : Option.some("more transactions within one another than are looked into");
    }

    /**
     * The contents read for one transaction, and the roles that they grant. Contents may name the same address, of which only one will stand
     * there.
     */
    private static final class Seen {

        private Set<TransactionContent> contents = HashSet.empty();
        private GrantedPowers appointments = GrantedPowers.NONE;

        boolean isNew(TransactionContent content) {
            boolean known = contents.contains(content);
            contents = contents.add(content);
            return !known;
        }
    }

    private Array<Address> tables(TransactionContent content) {
        return content.vaultInstructions().toArray().flatMap(instructions ->
                program.tablesOf(instructions).getOrElse(Array.empty()));
    }

    private Option<LookupTable> table(Tuple2<Address, AccountData> found) {
        return format.readLookupTable(found._1, found._2).toOption();
    }

    /** The steps of a transaction, and the accounts on the chain that they depend on. */
    private final class Reading {

        private final Array<LifeCycleInstruction> steps;
        private final Map<Address, AccountData> found;

        Reading(Array<LifeCycleInstruction> steps, Map<Address, AccountData> found) {
            this.steps = steps;
            this.found = found;
        }

        <T extends LifeCycleInstruction> Array<T> only(Class<T> kind) {
            return steps.filter(kind::isInstance).map(kind::cast);
        }

        /** Whether the transaction itself contains the content that it records there, so that its signers see it. */
        boolean spelledOut(Address transaction) {
            return only(Create.class).exists(create -> create.transaction().equals(transaction));
        }

        /** Whether the content comes from a buffer. Its creator can close it and fill it with other content before the transaction lands. */
        boolean gathered(Address transaction) {
            return only(CreateFromBuffer.class).exists(create -> create.transaction().equals(transaction));
        }

        /** The content at an address now, or after the transaction has landed. */
        Option<TransactionContent> content(AccountRef account, Address transaction) {
            return created(transaction)
                    .orElse(() -> buffered(transaction))
                    .orElse(() -> found.get(transaction).map(stored -> program.readContent(account, stored)));
        }

        /** The content that the transaction records. The program records content once per address: if two instructions do, the transaction fails. */
        private Option<TransactionContent> created(Address transaction) {
            return only(Create.class)
                    .find(create -> create.transaction().equals(transaction))
                    .map(Create::content);
        }

        private Option<TransactionContent> buffered(Address transaction) {
            return only(CreateFromBuffer.class)
                    .find(create -> create.transaction().equals(transaction))
                    .map(create -> found.get(create.buffer())
                            .flatMap(buffer -> program.buffers().content(buffer, create.vaultIndex()))
                            .<TransactionContent>map(content -> content)
                            .getOrElse(() -> new TransactionContent.Opaque(
                                    "the buffer of which it is made is not full yet", Bytes.EMPTY)));
        }
    }
}
