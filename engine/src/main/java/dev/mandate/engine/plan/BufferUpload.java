package dev.mandate.engine.plan;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.transaction.TransactionContent.VaultInstructions;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionBuffers;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Proposes content through a buffer. A buffer of the same creator that holds the beginning of the same content is continued, so a plan
 * that is built again after its blockhash expired does not pay for it twice.
 */
final class BufferUpload {

    private final SmartAccountProgram program;
    private final TransactionBuffers buffers;
    private final ChainReader reader;

    BufferUpload(SmartAccountProgram program, ChainReader reader) {
        this.program = program;
        this.buffers = program.buffers();
        this.reader = reader;
    }

    /**
     * The transactions up to the proposal.
     *
     * @param items the creation of the transaction, and the operations that must be in the same transaction
     */
    Either<BuildRefusal, Array<PlannedTransaction>> transactions(
            Draft draft,
            Operation.CreateTransaction create,
            VaultInstructions content,
            Array<CompiledOperation> items,
            Compilation compilation) {
        return begunBy(draft.account(), create.by())
                .flatMap(found -> begun(found, content)
                        .<Either<BuildRefusal, TransactionBuffers.Progress>>map(Either::right)
                        .getOrElse(() -> fresh(draft, create.by(), found)))
                .flatMap(progress -> filling(draft, create.by(), content, progress, compilation)
                        .map(transactions -> transactions.append(proposal(draft, create, items, progress))));
    }

    /** The buffers of {@code creator}. Where no node searches for them, each address is read at which there may be one. */
    private Either<BuildRefusal, AccountsSnapshot> begunBy(AccountRef account, Address creator) {
        Either<BuildRefusal, AccountsSnapshot> found = reader.ownedBy(program.programId(), buffers.of(account, creator));
        return found.isRight()
                ? found
                : reader.snapshot(Array.range(0, TransactionBuffers.PER_CREATOR)
                        .map(index -> program.query(buffers.address(account, creator, index))));
    }

    private Option<TransactionBuffers.Progress> begun(AccountsSnapshot found, VaultInstructions content) {
        return found.owned()
                .values()
                .flatMap(data -> buffers.progress(data, content))
                .filter(progress -> progress.gathered() > 0)
                .maxBy(TransactionBuffers.Progress::gathered);
    }

    private Either<BuildRefusal, TransactionBuffers.Progress> fresh(
            Draft draft, Address creator, AccountsSnapshot found) {
        return Array.range(0, TransactionBuffers.PER_CREATOR)
                .find(index -> !found.owned().containsKey(buffers.address(draft.account(), creator, index)))
                .map(index -> new TransactionBuffers.Progress(index, 0))
                .toEither(() -> new BuildRefusal.BuffersExhausted(creator, TransactionBuffers.PER_CREATOR));
    }

    private Either<BuildRefusal, Array<PlannedTransaction>> filling(
            Draft draft,
            Address creator,
            VaultInstructions content,
            TransactionBuffers.Progress progress,
            Compilation compilation) {
        Array<PlannedTransaction> transactions = Array.empty();
        int gathered = progress.gathered();
        while (gathered < content.message().length()) {
            int from = gathered;
            int most = compilation.mostThatFit(
                    content.message().length() - from,
                    count -> slice(draft, creator, content, progress.index(), from, count));
            PlannedTransaction next = slice(draft, creator, content, progress.index(), from, Math.max(1, most));
            if (most == 0) {
                return compilation.compile(next).map(unsigned -> Array.empty());
            }
            transactions = transactions.append(next);
            gathered += most;
        }
        return Either.right(transactions);
    }

    private PlannedTransaction slice(Draft draft, Address creator, VaultInstructions content, int index, int from, int count) {
        return from == 0
                ? new PlannedTransaction(
                        Step.Kind.BUFFER_CREATE,
                        Array.of(buffers.open(draft.account(), creator, draft.payer(), index, content, count)),
                        Array.empty(),
                        Array.of(new PaidStorage(
                                buffers.room(draft.account(), creator, index, content),
                                draft.payer(),
                                Option.some(creator))))
                : new PlannedTransaction(
                        Step.Kind.BUFFER_EXTEND,
                        Array.of(buffers.extend(draft.account(), creator, index, content, from, from + count)),
                        Array.empty(),
                        Array.empty());
    }

    private PlannedTransaction proposal(
            Draft draft,
            Operation.CreateTransaction create,
            Array<CompiledOperation> items,
            TransactionBuffers.Progress progress) {
        return PlannedTransaction.of(
                Step.Kind.PROPOSE,
                items.map(item -> item.operation().equals(create)
                        ? new CompiledOperation(create, buffers.create(draft.account(), create, progress.index()), item.room())
                        : item),
                Array.empty());
    }
}
