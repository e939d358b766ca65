package dev.mandate.engine.authority;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.spi.journal.Commit;
import io.vavr.collection.Seq;

/** The approvals by which the vault signed, in the journal, by submission. They show later why a key signed. */
public final class ApprovalRepository {

    private static final EntityType<Approvals, Approvals> TYPE =
            EntityType.once("vault-approval", Approvals.class, Approvals.class, all -> all);

    /** The row of a submission's approvals has the content of their event. */
    public static final Projection PROJECTION = TYPE.projection();

    private final Repository<Approvals, Approvals> approvals;

    ApprovalRepository(TenantJournal journal) {
        this.approvals = journal.anywhere(TYPE);
    }

    /** All approvals of a submission. */
    record Approvals(Seq<Approved> all) {}

    /**
     * An approval.
     *
     * @param signer the managed signer that the vault signed for
     * @param by the public key of the session or authority that approved, compressed, hexadecimal
     * @param approved SHA-256 of the bytes that it signed
     * @param signature ECDSA, DER
     */
    record Approved(Address signer, String by, Bytes32 approved, Bytes signature) {}

    /** Adds the approvals of a new submission to its commit. */
    Commit add(Commit commit, SubmissionId id, Seq<Approved> all) {
        return approvals.begin(commit, id.text(), new Approvals(all));
    }
}
