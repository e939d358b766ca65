package dev.mandate.engine.query;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.ports.api.custody.Recording;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.ContentRecording;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/** Finds how a transaction's content came onto the chain, in the history of its address. */
public final class ContentHistory {

    /** Anybody can name an address before it holds anything. So the recording need not be the oldest entry of its history. */
    private static final int OLDEST = 3;

    private final Chain chain;
    private final SmartAccountProgram program;
    private final Function<Bytes, Option<SubmissionId>> submission;

    /** @param submission the recorded submission of a message */
    public ContentHistory(EngineParts parts, Function<Bytes, Option<SubmissionId>> submission) {
        this.chain = parts.chain();
        this.program = parts.program();
        this.submission = submission;
    }

    /** The recording of the transaction at {@code index}; none if the node does not have it among the oldest that it knows. */
    public Either<ChainFault, Option<Recording>> of(AccountRef account, long index) {
        Address content = program.transactionAddress(account, index);
        return chain.history(content, Option.none(), Chain.MAX_HISTORY)
                .map(page -> oldest(page.getOrElse(Array::empty)))
                .flatMap(oldest -> oldest.isEmpty() ? Either.right(Array.<Option<LandedTransaction>>empty()) : chain.landed(oldest))
                .map(landed -> landed.flatMap(found -> found)
                        .flatMap(found -> recording(found, content))
                        .headOption());
    }

    /** The oldest that succeeded; none if the history is longer than one answer, so that nobody knows which they are. */
    private static Array<Signature> oldest(Seq<LandedSignature> newestFirst) {
        return newestFirst.length() == Chain.MAX_HISTORY
                ? Array.empty()
                : newestFirst.filter(one -> one.failure().isEmpty())
                        .reverse()
                        .take(OLDEST)
                        .map(LandedSignature::signature)
                        .toArray();
    }

    private Option<Recording> recording(LandedTransaction landed, Address content) {
        return landed.instructions()
                .map(RanInstruction::instruction)
                .flatMap(program::recording)
                .find(recorded -> recorded.transaction().equals(content))
                .map(recorded -> recording(landed, recorded));
    }

    private Recording recording(LandedTransaction landed, ContentRecording recorded) {
        return new Recording(landed.time(), recorded.rentPayer(), recorded.memo(), submission.apply(landed.message()));
    }
}
