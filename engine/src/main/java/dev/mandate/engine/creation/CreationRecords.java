package dev.mandate.engine.creation;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.creation.CreationRecord.Charge;
import dev.mandate.engine.creation.CreationRecord.Order;
import dev.mandate.engine.creation.CreationRecord.State;
import dev.mandate.engine.records.RecordReader;
import dev.mandate.engine.records.RecordWriter;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.keys.CreationId;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.tenant.SubmissionId;
import io.vavr.control.Option;

/** How creations are spelled in the journal. */
final class CreationRecords {

    private static final int SCHEMA = 1;
    private static final String ROW = "creation";
    private static final String ORDERED = "creation-ordered";
    private static final String RENEWED = "creation-renewed";
    private static final String ORDERED_ANEW = "creation-ordered-anew";
    private static final String ENDED = "creation-ended";

    private CreationRecords() {}

    static Payload ordered(CreationRecord record) {
        return new Payload(ORDERED, SCHEMA, row(record).content());
    }

    /** Another transaction for the same account. */
    static Payload renewed(CreationRecord after) {
        return transaction(RENEWED, after);
    }

    /** Another order of the same account, after one that never landed. */
    static Payload orderedAnew(CreationRecord after) {
        return transaction(ORDERED_ANEW, after);
    }

    private static Payload transaction(String type, CreationRecord after) {
        RecordWriter out = new RecordWriter();
        out.text(after.submission().text());
        writeCharge(out, after.charge());
        return new Payload(type, SCHEMA, out.written());
    }

    static Payload ended(State state) {
        RecordWriter out = new RecordWriter();
        out.text(state.name());
        return new Payload(ENDED, SCHEMA, out.written());
    }

    /** The row after one more event. */
    static Option<Payload> fold(Option<Payload> row, RecordedEvent event) {
        var content = event.payload().content();
        return switch (event.payload().type()) {
            case ORDERED -> Option.some(new Payload(ROW, SCHEMA, content));
            case RENEWED, ORDERED_ANEW ->
                row.map(before -> row(RecordReader.read(
                        content, in -> read(before).by(new SubmissionId(in.text()), readCharge(in)))));
            case ENDED ->
                row.map(before -> row(read(before).with(State.valueOf(RecordReader.read(content, RecordReader::text)))));
            default -> throw RecordReader.unknown("event of a creation");
        };
    }

    static Payload row(CreationRecord record) {
        RecordWriter out = new RecordWriter();
        Order order = record.order();
        out.text(order.id().text());
        out.text(order.tenant().name());
        out.text(order.key().text());
        out.text(order.network().name());
        out.address(order.account().address());
        out.address(order.account().settings());
        writeTerms(out, order.terms());
        out.option(order.memo(), (to, memo) -> to.text(memo.text()));
        writeCharge(out, record.charge());
        out.text(record.state().name());
        out.text(record.submission().text());
        out.number(record.version());
        return new Payload(ROW, SCHEMA, out.written());
    }

    static CreationRecord read(Payload row) {
        return RecordReader.read(row.content(), in -> {
            Order order = new Order(
                    new CreationId(in.text()),
                    new Tenant(in.text()),
                    new ApiKeyId(in.text()),
                    new Network(in.text()),
                    new AccountRef(in.address(), in.address()),
                    readTerms(in),
                    in.option(memo -> new Memo(memo.text())));
            Charge charge = readCharge(in);
            State state = State.valueOf(in.text());
            SubmissionId submission = new SubmissionId(in.text());
            return new CreationRecord(order, charge, state, submission, in.number());
        });
    }

    private static void writeCharge(RecordWriter out, Charge charge) {
        out.text(charge.quotaDay());
        out.number(charge.cost().bits());
        out.number(charge.networkFee().bits());
        out.option(charge.lostFees(), (to, lost) -> to.number(lost.bits()));
    }

    private static Charge readCharge(RecordReader in) {
        return new Charge(in.text(), lamports(in), lamports(in), in.option(CreationRecords::lamports));
    }

    private static BaseUnits lamports(RecordReader in) {
        return BaseUnits.ofUnsignedBits(in.number());
    }

    private static void writeTerms(RecordWriter out, Command.CreateAccount terms) {
        out.list(terms.signers(), (to, signer) -> {
            to.address(signer.address());
            to.tag(signer.permissions().mask());
        });
        out.number(terms.threshold().value());
        out.number(terms.timeLock().seconds());
        out.address(terms.admin().toAuthority());
        out.option(terms.rentCollector(), RecordWriter::address);
    }

    private static Command.CreateAccount readTerms(RecordReader in) {
        return new Command.CreateAccount(
                in.list(signer -> {
                    Address address = signer.address();
                    return new Signer(address, new Permissions(signer.tag()));
                }),
                new Threshold(Math.toIntExact(in.number())),
                new TimeLock(in.number()),
                AdminControl.ofAuthority(in.address()),
                in.option(RecordReader::address));
    }
}
