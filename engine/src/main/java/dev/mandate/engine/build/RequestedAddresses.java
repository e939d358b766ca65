package dev.mandate.engine.build;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.review.MoneyReceiver;
import dev.mandate.domain.smartaccount.GrantedPowers;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.domain.spending.RequestedTerms;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * The addresses of a request that its review will ask about. A builder reads them together with the account, which spares the review a read of its
 * own. What is missing here the review reads itself.
 */
final class RequestedAddresses {

    private final SmartAccountProgram program;
    private final TransactionFormat format;

    RequestedAddresses(EngineParts parts) {
        this.program = parts.program();
        this.format = parts.format();
    }

    Seq<AccountQuery> of(BuildRequest request) {
        return AccountQuery.ofAnyOwner(named(request).distinct().reject(address -> format.wellKnown(address).isDefined()));
    }

    private Array<Address> named(BuildRequest request) {
        return switch (request) {
            case BuildRequest.CreateAccount create -> all(GrantedPowers.by(create.terms())).appendAll(create.terms().rentCollector());
            case BuildRequest.ChangeSettings change -> change.edits().flatMap(RequestedAddresses::named);
            case BuildRequest.HandOverAdmin handOver ->
                handOver.edits().flatMap(RequestedAddresses::named).appendAll(handOver.next().holder());
            case BuildRequest.AddLimit add -> named(add.terms());
            case BuildRequest.ReplaceLimit replace -> named(replace.terms());
            case BuildRequest.UseLimit use -> Array.of(use.destination());
            case BuildRequest.Prepare prepare -> named(prepare.account(), prepare.transaction());
            case BuildRequest.Transfer transfer -> Array.of(transfer.to());
            case BuildRequest.Propose propose -> switch (propose.content()) {
                case Proposable.Transaction(Bytes transaction) -> named(propose.account(), transaction);
                case Proposable.Settings settings -> settings.edits().flatMap(RequestedAddresses::named);
            };
            case BuildRequest.CreateNonceAccount create -> Array.of(create.authority());
            case BuildRequest.AddPolicySigner add -> Array.empty();
            case BuildRequest.RemovePolicySigner remove -> Array.empty();
            case BuildRequest.RemoveLimit remove -> Array.empty();
            case BuildRequest.Activate activate -> Array.empty();
            case BuildRequest.CastVotes votes -> Array.empty();
            case BuildRequest.Execute execute -> Array.empty();
            case BuildRequest.Close close -> Array.empty();
        };
    }

    private static Array<Address> named(SettingsEdit edit) {
        return switch (edit) {
            case SettingsEdit.AddSigners add -> add.signers().map(signer -> signer.address());
            case SettingsEdit.ReplaceSigners replace -> replace.signers().map(signer -> signer.address());
            case SettingsEdit.SetRentCollector set -> set.collector().toArray();
            case SettingsEdit.RemoveSigner remove -> Array.empty();
            case SettingsEdit.SetThreshold set -> Array.empty();
            case SettingsEdit.SetTimeLock set -> Array.empty();
        };
    }

    private static Array<Address> named(RequestedTerms terms) {
        return terms.signers()
                .appendAll(terms.destinations())
                .appendAll(terms.token() instanceof Token.Mint(Address mint) ? Option.some(mint) : Option.none());
    }

    /** Lookup tables are not read for this. */
    private Array<Address> named(Address account, Bytes transaction) {
        return format.parse(transaction)
                .toOption()
                .filter(parsed -> parsed.tables().isEmpty())
                .flatMap(parsed -> format.resolve(parsed, Array.empty()).toOption())
                .map(message -> named(account, message.instructions().toArray()))
                .getOrElse(Array::empty);
    }

    private Array<Address> named(Address account, Array<Instruction> instructions) {
        return format.receivers(account, instructions)
                .appendAll(program.receivers(instructions))
                .map(MoneyReceiver::address)
                .appendAll(all(program.appointments(instructions)));
    }

    private static Array<Address> all(GrantedPowers powers) {
        return powers.admins().appendAll(powers.signers()).appendAll(powers.spenders());
    }
}
