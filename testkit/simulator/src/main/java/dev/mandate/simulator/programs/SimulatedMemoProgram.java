package dev.mandate.simulator.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.Program;
import dev.mandate.simulator.runtime.ProgramAbort;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Logs a text. Every passed account must sign. */
public final class SimulatedMemoProgram implements Program {

    @Override
    public Address address() {
        return MemoProgram.ID;
    }

    @Override
    public int usualComputeUnits() {
        return 5_000;
    }

    @Override
    public void run(Invocation invocation) {
        for (int i = 0; i < invocation.accountCount(); i++) {
            if (!invocation.account(i).isSigner()) {
                throw ProgramAbort.named("MissingRequiredSignature");
            }
        }
        byte[] bytes = invocation.data().toArray();
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            invocation.log("Memo (len " + bytes.length + "): \"" + text + "\"");
        } catch (CharacterCodingException e) {
            throw ProgramAbort.named("InvalidInstructionData");
        }
    }
}
