package encore.command.points;

import encore.infra.eventstore.Claims.Claim;

/** Makes the claim on a point type's name: unique in its account, compared exactly but for space around it. */
final class PointNames {

    private PointNames() {}

    static Claim claim(long account, String name) {
        return new Claim("point_name", account, name.strip());
    }
}
