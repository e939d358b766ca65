package dev.mandate.engine.explain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.explain.ExplainedContent.Execution;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.TransactionBatches.Step;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A transaction of an account that an instruction names.
 *
 * @param spelledOut its content, if the same instructions record it
 * @param buffer of which the same instructions make its content
 * @param batch the steps of the same instructions that are about this batch, or about the batch of this transaction
 * @param part the batch of which it is a transaction
 */
record NamedContent(
        AccountRef account,
        Address transaction,
        Option<Long> index,
        Option<TransactionContent> spelledOut,
        Option<LifeCycleInstruction.CreateFromBuffer> buffer,
        Array<Step> batch,
        Option<OwnBatch> part,
        Execution execution) {

    /**
     * A batch that a step names together with one of its transactions.
     *
     * @param index if the same instructions tell it
     */
    record OwnBatch(Address address, Option<Long> index) {}

    /** Content of which only the address is known. */
    static NamedContent at(AccountRef account, Address transaction, Option<Long> index) {
        return new NamedContent(account, transaction, index, Option.none(), Option.none(), Array.empty(), Option.none(), Execution.LATER);
    }

    /** Equal for all instructions that name the same content with the same given bytes. */
    NamedContent key() {
        return new NamedContent(account, transaction, Option.none(), spelledOut, buffer, batch, part, execution);
    }

    /** The transactions that the same instructions add to this batch. */
    Array<Step.Add> added() {
        return batch.flatMap(step -> step instanceof Step.Add add ? Option.some(add) : Option.<Step.Add>none());
    }

    /** The vault of this batch, if the same instructions create it. */
    Option<Integer> created() {
        return batch.flatMap(step -> step instanceof Step.Create create ? Option.some(create.vaultIndex()) : Option.<Integer>none())
                .headOption();
    }

    /** The transactions of this batch that the same instructions execute. */
    Array<Address> executed() {
        return batch.flatMap(step -> step instanceof Step.Execute execute ? Option.some(execute.transaction()) : Option.<Address>none());
    }
}
