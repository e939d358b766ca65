package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;

/** Decodes instructions in the words of their programs. What is not understood is {@link DescribedInstruction.Unknown}, never guessed. */
public interface InstructionFormat {

    /** The accounts that tell more about these instructions: token accounts, and then their mints. Ask again until nothing is left. */
    Array<AccountQuery> needed(Seq<Instruction> instructions, Map<Address, AccountData> loaded);

    /**
     * What {@code instruction} says. A batch of a token program is several instructions.
     *
     * @param all all instructions that run with it; one of them may create a token account
     * @param loaded what the chain holds of the accounts {@link #needed}; empty offline
     */
    Array<DescribedInstruction> decode(Instruction instruction, Seq<Instruction> all, Map<Address, AccountData> loaded);
}
