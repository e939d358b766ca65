package dev.mandate.engine.submission;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.PendingTransaction;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.records.RecordReader;
import dev.mandate.engine.records.RecordWriter;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.tenant.SubmissionId;

/** How the present state of a submission is spelled in its row. */
final class StateRecords {

    static final String TYPE = "submission";
    private static final int SCHEMA = 1;

    private static final int ABSENT = 0;
    private static final int BUILT = 1;
    private static final int SIGNED = 2;
    private static final int SENT = 3;
    private static final int UNKNOWN = 4;
    private static final int CONFIRMED = 5;
    private static final int FAILED = 6;
    private static final int EXPIRED = 7;
    private static final int FORGOTTEN = 8;

    private static final int UNTIL_BLOCK = 0;
    private static final int WHILE_NONCE = 1;

    private StateRecords() {}

    static Payload write(SubmissionRecord record) {
        RecordWriter out = new RecordWriter();
        writeSubject(out, record.subject());
        out.number(record.version());
        out.time(record.at());
        writeState(out, record.state());
        return new Payload(TYPE, SCHEMA, out.written());
    }

    static SubmissionRecord read(SubmissionId id, Payload row) {
        return RecordReader.read(row.content(), in -> {
            SubmissionSubject subject = readSubject(in);
            long version = in.number();
            var at = in.time();
            return new SubmissionRecord(id, subject, readState(in), version, at);
        });
    }

    static void writeSubject(RecordWriter out, SubmissionSubject subject) {
        out.text(subject.tenant().name());
        out.text(subject.network().name());
        out.address(subject.account());
    }

    static SubmissionSubject readSubject(RecordReader in) {
        return new SubmissionSubject(new Tenant(in.text()), new Network(in.text()), in.address());
    }

    static void writeLifetime(RecordWriter out, Lifetime lifetime) {
        switch (lifetime) {
            case Lifetime.UntilBlock untilBlock -> out.tag(UNTIL_BLOCK);
            case Lifetime.WhileNonce(var account, Blockhash value, long earliest, long last) -> {
                out.tag(WHILE_NONCE);
                out.address(account);
                out.bytes32(value.bytes());
            }
        }
        out.number(lifetime.earliestSlot());
        out.number(lifetime.lastValidBlockHeight());
    }

    static Lifetime readLifetime(RecordReader in) {
        return switch (in.tag()) {
            case UNTIL_BLOCK -> new Lifetime.UntilBlock(in.number(), in.number());
            case WHILE_NONCE -> new Lifetime.WhileNonce(in.address(), new Blockhash(in.bytes32()), in.number(), in.number());
            default -> throw RecordReader.unknown("lifetime");
        };
    }

    static void writeTransaction(RecordWriter out, SignedTransaction transaction) {
        out.bytes(transaction.bytes());
        out.bytes(transaction.signature().bytes());
    }

    static SignedTransaction readTransaction(RecordReader in) {
        return new SignedTransaction(in.bytes(), new Signature(in.bytes()));
    }

    private static void writeState(RecordWriter out, SubmissionState state) {
        switch (state) {
            case SubmissionState.Absent absent -> out.tag(ABSENT);
            case SubmissionState.Built(var unsigned, Lifetime lifetime) -> {
                out.tag(BUILT);
                out.bytes(unsigned);
                writeLifetime(out, lifetime);
            }
            case SubmissionState.Signed(PendingTransaction pending) -> writeFlight(SIGNED, out, pending);
            case SubmissionState.Sent(PendingTransaction pending) -> writeFlight(SENT, out, pending);
            case SubmissionState.Unknown(PendingTransaction pending) -> writeFlight(UNKNOWN, out, pending);
            case SubmissionState.Confirmed(SignedTransaction transaction, Signature id, long slot) -> {
                out.tag(CONFIRMED);
                writeTransaction(out, transaction);
                out.bytes(id.bytes());
                out.number(slot);
            }
            case SubmissionState.Failed(SignedTransaction transaction, Signature id, var failure) -> {
                out.tag(FAILED);
                writeTransaction(out, transaction);
                out.bytes(id.bytes());
                FailureRecords.write(out, failure);
            }
            case SubmissionState.Expired(SignedTransaction transaction, var rejection) -> {
                out.tag(EXPIRED);
                writeTransaction(out, transaction);
                out.option(rejection, FailureRecords::writeRejection);
            }
            case SubmissionState.Indeterminate(SignedTransaction transaction) -> {
                out.tag(FORGOTTEN);
                writeTransaction(out, transaction);
            }
        }
    }

    private static SubmissionState readState(RecordReader in) {
        return switch (in.tag()) {
            case ABSENT -> new SubmissionState.Absent();
            case BUILT -> new SubmissionState.Built(in.bytes(), readLifetime(in));
            case SIGNED -> new SubmissionState.Signed(readFlight(in));
            case SENT -> new SubmissionState.Sent(readFlight(in));
            case UNKNOWN -> new SubmissionState.Unknown(readFlight(in));
            case CONFIRMED -> new SubmissionState.Confirmed(readTransaction(in), new Signature(in.bytes()), in.number());
            case FAILED ->
                new SubmissionState.Failed(readTransaction(in), new Signature(in.bytes()), FailureRecords.read(in));
            case EXPIRED -> new SubmissionState.Expired(readTransaction(in), in.option(FailureRecords::readRejection));
            case FORGOTTEN -> new SubmissionState.Indeterminate(readTransaction(in));
            default -> throw RecordReader.unknown("state");
        };
    }

    private static void writeFlight(int state, RecordWriter out, PendingTransaction pending) {
        out.tag(state);
        writeTransaction(out, pending.transaction());
        writeLifetime(out, pending.lifetime());
        out.number(pending.openUntil());
        out.option(pending.rejection(), FailureRecords::writeRejection);
    }

    private static PendingTransaction readFlight(RecordReader in) {
        return new PendingTransaction(
                readTransaction(in), readLifetime(in), in.number(), in.option(FailureRecords::readRejection));
    }
}
