package encore.kernel.likings;

import encore.kernel.idols.IdolId;

/**
 * An idol, given by its name.
 *
 * @param idol the id for a new idol, generated before the command; unused when an idol has this name
 */
public record NamedIdol(IdolId idol, String idolName) {}
