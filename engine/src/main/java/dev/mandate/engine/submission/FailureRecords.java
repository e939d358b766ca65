package dev.mandate.engine.submission;

import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.submission.NodeRejection;
import dev.mandate.engine.records.RecordReader;
import dev.mandate.engine.records.RecordWriter;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;

/** How failures are spelled in the journal. */
final class FailureRecords {

    private static final int INSTRUCTION_CUSTOM = 0;
    private static final int INSTRUCTION_NAMED = 1;
    private static final int RENT = 2;
    private static final int NAMED = 3;

    private FailureRecords() {}

    static void write(RecordWriter out, TransactionFailure failure) {
        switch (failure) {
            case TransactionFailure.InstructionFailed(int index, InstructionFailure.Custom(long code)) -> {
                out.tag(INSTRUCTION_CUSTOM);
                out.number(index);
                out.number(code);
            }
            case TransactionFailure.InstructionFailed(int index, InstructionFailure.Named(String name)) -> {
                out.tag(INSTRUCTION_NAMED);
                out.number(index);
                out.text(name);
            }
            case TransactionFailure.InsufficientFundsForRent(int index) -> {
                out.tag(RENT);
                out.number(index);
            }
            case TransactionFailure.Named(String name) -> {
                out.tag(NAMED);
                out.text(name);
            }
        }
    }

    static TransactionFailure read(RecordReader in) {
        return switch (in.tag()) {
            case INSTRUCTION_CUSTOM ->
                new TransactionFailure.InstructionFailed(index(in), new InstructionFailure.Custom(in.number()));
            case INSTRUCTION_NAMED ->
                new TransactionFailure.InstructionFailed(index(in), new InstructionFailure.Named(in.text()));
            case RENT -> new TransactionFailure.InsufficientFundsForRent(index(in));
            case NAMED -> new TransactionFailure.Named(in.text());
            default -> throw RecordReader.unknown("failure");
        };
    }

    static void writeLogs(RecordWriter out, Seq<String> logs) {
        out.list(logs, RecordWriter::text);
    }

    static Array<String> readLogs(RecordReader in) {
        return in.list(RecordReader::text);
    }

    static void writeRejection(RecordWriter out, NodeRejection rejection) {
        write(out, rejection.failure());
        writeLogs(out, rejection.logs());
    }

    static NodeRejection readRejection(RecordReader in) {
        return new NodeRejection(read(in), readLogs(in));
    }

    private static int index(RecordReader in) {
        return Math.toIntExact(in.number());
    }
}
