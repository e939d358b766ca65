/**
 * What the engine offers: requests as data, answers as unsigned transactions or as refusals that carry the facts. Building
 * changes nothing; what the chain holds changes when the signed transaction lands.
 */
@NullMarked
package dev.mandate.ports.custody;

import org.jspecify.annotations.NullMarked;
