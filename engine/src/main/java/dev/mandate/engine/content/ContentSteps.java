package dev.mandate.engine.content;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LifeCycleInstruction.CastVote;
import dev.mandate.ports.spi.program.LifeCycleInstruction.Create;
import dev.mandate.ports.spi.program.LifeCycleInstruction.CreateFromBuffer;
import dev.mandate.ports.spi.program.LifeCycleInstruction.Execute;
import dev.mandate.ports.spi.program.LifeCycleInstruction.Propose;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** The life-cycle steps of some instructions that run one after another, and the accounts on the chain that they depend on. */
public final class ContentSteps {

    private final SmartAccountProgram program;
    private final Array<Tuple2<LifeCycleInstruction, Integer>> numbered;
    private final Array<LifeCycleInstruction> steps;
    private final Map<Address, AccountData> found;

    /** @param numbered the steps with the zero-based numbers of their instructions */
    ContentSteps(
            SmartAccountProgram program,
            Array<Tuple2<LifeCycleInstruction, Integer>> numbered,
            Map<Address, AccountData> found) {
        this.program = program;
        this.numbered = numbered;
        this.steps = numbered.map(Tuple2::_1);
        this.found = found;
    }

    Array<Tuple2<LifeCycleInstruction, Integer>> numbered() {
        return numbered;
    }

    <T extends LifeCycleInstruction> Array<T> only(Class<T> kind) {
        return steps.filter(kind::isInstance).map(kind::cast);
    }

    /** The addresses that {@code steps} depend on and do not record themselves. */
    static Array<Address> addresses(SmartAccountProgram program, Array<LifeCycleInstruction> steps) {
        return steps.<Address>flatMap(step -> switch (step) {
                    case CastVote vote ->
                        Array.of(vote.proposal())
                                .appendAll(purpose(vote).map(purpose -> transaction(program, vote, purpose.index())));
                    case Execute execute -> Array.of(execute.transaction());
                    case CreateFromBuffer create -> Array.of(create.buffer());
                    case Create create -> Array.<Address>empty();
                    case Propose propose -> Array.<Address>empty();
                })
                .removeAll(steps.flatMap(LifeCycleInstruction::recording).map(Create::transaction))
                .removeAll(spelledOutProposals(program, steps))
                .distinct();
    }

    /** Proposals that the steps open for content which they spell out: whatever is there, the steps land only if they make both. */
    private static Array<Address> spelledOutProposals(SmartAccountProgram program, Array<LifeCycleInstruction> steps) {
        Array<Address> recorded = steps.flatMap(LifeCycleInstruction::recording).map(Create::transaction);
        return steps.filter(Propose.class::isInstance)
                .map(Propose.class::cast)
                .filter(propose -> recorded.contains(transaction(program, propose, propose.index())))
                .map(Propose::proposal);
    }

    static Option<VotePurpose> purpose(CastVote vote) {
        return vote.memo().flatMap(VotePurpose::of);
    }

    private static Address transaction(SmartAccountProgram program, LifeCycleInstruction step, long index) {
        return program.transactionAddress(program.accountOf(step.settings()), index);
    }

    Address transaction(LifeCycleInstruction step, long index) {
        return transaction(program, step, index);
    }

    /** Whether the chain has an account at this address. */
    boolean exists(Address address) {
        return found.containsKey(address);
    }

    /** The transaction whose content a step records, approves or executes. The memo that names it may be that of another vote on it. */
    Option<Address> described(LifeCycleInstruction step) {
        return switch (step) {
            case Create create -> Option.some(create.transaction());
            case CreateFromBuffer create -> Option.some(create.transaction());
            case Execute execute -> Option.some(execute.transaction());
            case CastVote vote when vote.vote() == Vote.APPROVE ->
                only(CastVote.class)
                        .filter(other -> other.proposal().equals(vote.proposal()))
                        .flatMap(ContentSteps::purpose)
                        .headOption()
                        .map(purpose -> transaction(vote, purpose.index()));
            case CastVote vote -> Option.none();
            case Propose propose -> Option.none();
        };
    }

    /** Whether the transaction itself contains the content that it records there, so that its signers see it. */
    boolean spelledOut(Address transaction) {
        return only(Create.class).exists(create -> create.transaction().equals(transaction));
    }

    /** Whether the content comes from a buffer. Its creator can close it and fill it with other content before the transaction lands. */
    boolean gathered(Address transaction) {
        return only(CreateFromBuffer.class).exists(create -> create.transaction().equals(transaction));
    }

    /** The content at an address now, or after the steps. */
    Option<TransactionContent> content(AccountRef account, Address transaction) {
        return created(transaction)
                .orElse(() -> buffered(transaction))
                .orElse(() -> found.get(transaction).map(stored -> program.readContent(account, stored)));
    }

    /** The content that the steps record. The program records content once per address: if two instructions do, the transaction fails. */
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
