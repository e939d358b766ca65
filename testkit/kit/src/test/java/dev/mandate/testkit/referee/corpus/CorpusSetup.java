package dev.mandate.testkit.referee.corpus;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.solana.squadsv4.SquadsV4;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What all sequences share.
 *
 * @param programSha256 of the deployed program, in hex
 * @param start the chain's clock before the first step
 * @param addresses the table to which lines refer by index
 * @param accounts that exist before the first step
 * @param seeds of the keys that sign, by address
 */
record CorpusSetup(
        String programSha256,
        UnixTime start,
        Array<Address> addresses,
        Map<Address, AccountData> accounts,
        Map<Address, Bytes> seeds) {

    static CorpusSetup read(JsonNode json) {
        Array<Address> addresses = Array.ofAll(json.get("addresses")).map(each -> Address.of(each.stringValue()));
        return new CorpusSetup(
                json.get("programSha256").stringValue(),
                new UnixTime(json.get("start").longValue()),
                addresses,
                Array.ofAll(json.get("accounts"))
                        .map(each -> Tuple.of(
                                addresses.get(each.get("account").intValue()),
                                new AccountData(
                                        BaseUnits.parse(each.get("lamports").stringValue()).get(),
                                        addresses.get(each.get("owner").intValue()),
                                        Bytes.ofHex(each.get("data").stringValue()),
                                        false)))
                        .toLinkedMap(each -> each),
                Array.ofAll(json.get("signers"))
                        .map(each -> Tuple.of(
                                addresses.get(each.get("account").intValue()),
                                Bytes.ofHex(each.get("seed").stringValue())))
                        .toLinkedMap(each -> each));
    }

    JsonNode write() {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("program", SquadsV4.PROGRAM.toString());
        json.put("programSha256", programSha256);
        json.put("start", start.seconds());
        Map<Address, Integer> indexes = indexes();
        ArrayNode all = json.putArray("accounts");
        accounts.forEach((address, account) -> all.addObject()
                .put("account", indexes.get(address).get())
                .put("lamports", account.lamports().toString())
                .put("owner", indexes.get(account.owner()).get())
                .put("data", account.data().toHex()));
        ArrayNode signers = json.putArray("signers");
        seeds.forEach((address, seed) -> signers.addObject()
                .put("account", indexes.get(address).get())
                .put("seed", seed.toHex()));
        ArrayNode table = json.putArray("addresses");
        addresses.forEach(address -> table.add(address.toString()));
        return json;
    }

    Map<Address, Integer> indexes() {
        return addresses.zipWithIndex().toMap(each -> each);
    }
}
