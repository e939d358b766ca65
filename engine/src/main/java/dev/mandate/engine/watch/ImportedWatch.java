package dev.mandate.engine.watch;

import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.control.Either;
import java.util.function.UnaryOperator;

/** Begins to watch an account in the commit of its import, so that whatever happens after the import is told. */
public final class ImportedWatch {

    private final AccountInspection inspection;
    private final Repository<WatchRecord, WatchEvent> records;

    public ImportedWatch(TenantJournal journal, Chain chain, ChainFormats formats) {
        this.inspection = new AccountInspection(chain, formats);
        this.records = journal.own(WatchRecord.TYPE);
    }

    /** What the commit gets in addition. It is nothing if the nodes lack methods for it: then the watcher begins. */
    public Either<ChainFault, UnaryOperator<Commit>> of(AccountRef account) {
        String id = account.address().toString();
        return inspection.importing(account).map(began -> commit ->
                began.filter(found -> records.find(id).isEmpty()).map(found -> records.begin(commit, id, found)).getOrElse(commit));
    }
}
