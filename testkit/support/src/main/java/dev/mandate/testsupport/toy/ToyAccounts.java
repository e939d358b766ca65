package dev.mandate.testsupport.toy;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Voters;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** The layouts of the program's accounts. Those that change have room for the most signers from the beginning. */
final class ToyAccounts {

    /** Room for some thirty signers. */
    static final int ROOM = 1_200;

    private static final int SETTINGS = 0x51;
    private static final int CONTENT = 0x52;
    private static final int PROPOSAL = 0x53;
    static final int LIMIT = 0x54;
    static final int BUFFER = 0x55;
    private static final int SIGNER_BYTES = 33;

    private ToyAccounts() {}

    /** Content with its place, and who recorded it. */
    record Content(SettingsAddress settings, long index, Address proposer, TransactionContent content) {}

    /** A proposal with its place. */
    record Votes(SettingsAddress settings, long index, Proposal proposal) {}

    static Bytes of(Settings settings) {
        return ByteWriter.write(out -> {
            out.u8(SETTINGS);
            out.u64(settings.transactionIndex());
            out.u64(settings.staleTransactionIndex());
            out.u32(settings.timeLock().seconds());
            out.address(settings.admin().toAuthority());
            out.option(settings.rentCollector(), (address, to) -> to.address(address));
            out.u16(settings.roster().threshold().value());
            ToyContents.list(out, settings.roster().signers(), ToyContents::write);
            out.padTo(ROOM);
        });
    }

    static Option<Settings> settings(Bytes data) {
        ByteReader in = new ByteReader(data);
        int kind = in.u8();
        long newest = in.u64();
        long stale = in.u64();
        TimeLock timeLock = new TimeLock(in.u32());
        AdminControl admin = AdminControl.ofAuthority(in.address());
        Option<Address> collector = in.option(ByteReader::address);
        Threshold threshold = new Threshold(in.u16());
        Seq<Signer> signers = in.list(in.u8(), SIGNER_BYTES, ToyContents::signer);
        return in.finishPrefix(kind)
                .toOption()
                .filter(read -> read == SETTINGS)
                .flatMap(read -> Settings.ofStored(signers, threshold, timeLock, admin, collector, newest, stale).toOption());
    }

    static Bytes of(Content stored) {
        return ByteWriter.write(out -> {
            out.u8(CONTENT);
            out.u64(stored.index());
            out.address(stored.proposer());
            out.address(stored.settings().address());
            ToyContents.write(stored.content(), out);
        });
    }

    static Option<Content> content(Bytes data) {
        ByteReader in = new ByteReader(data);
        int kind = in.u8();
        long index = in.u64();
        Address proposer = in.address();
        SettingsAddress settings = new SettingsAddress(in.address());
        TransactionContent content = ToyContents.read(in);
        return in.finish(new Content(settings, index, proposer, content)).toOption().filter(read -> kind == CONTENT && index > 0);
    }

    static Bytes of(Votes stored) {
        return ByteWriter.write(out -> {
            out.u8(PROPOSAL);
            out.u64(stored.index());
            out.address(stored.settings().address());
            out.u8(switch (stored.proposal()) {
                case Proposal.Draft draft -> 0;
                case Proposal.Active active -> 1;
                case Proposal.Approved approved -> 2;
                case Proposal.Executed executed -> 3;
                case Proposal.Rejected rejected -> 4;
                case Proposal.Cancelled cancelled -> 5;
            });
            out.u64(stored.proposal().since().seconds());
            out.addresses(stored.proposal().ballot().approvals().toArray());
            out.addresses(stored.proposal().ballot().rejections().toArray());
            out.addresses(stored.proposal().ballot().cancellations().toArray());
            out.padTo(ROOM);
        });
    }

    static Option<Votes> votes(Bytes data) {
        ByteReader in = new ByteReader(data);
        int kind = in.u8();
        long index = in.u64();
        SettingsAddress settings = new SettingsAddress(in.address());
        int state = in.tag(5);
        UnixTime since = new UnixTime(in.u64());
        Ballot ballot = new Ballot(Voters.of(in.addresses()), Voters.of(in.addresses()), Voters.of(in.addresses()));
        Proposal proposal = switch (state) {
            case 0 -> new Proposal.Draft(since);
            case 1 -> new Proposal.Active(since, ballot);
            case 2 -> new Proposal.Approved(since, ballot);
            case 3 -> new Proposal.Executed(since, ballot);
            case 4 -> new Proposal.Rejected(since, ballot);
            default -> new Proposal.Cancelled(since, ballot);
        };
        return in.finishPrefix(new Votes(settings, index, proposal)).toOption().filter(read -> kind == PROPOSAL && index > 0);
    }
}
