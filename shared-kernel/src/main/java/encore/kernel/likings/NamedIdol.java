package encore.kernel.likings;

import encore.kernel.idols.IdolId;

/**
 * An idol by its name.
 *
 * @param idol which it becomes if there is none of this name, minted before the command
 */
public record NamedIdol(IdolId idol, String idolName) {}
