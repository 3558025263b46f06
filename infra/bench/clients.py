#!/usr/bin/env python3
"""Writes the clients of /openapi.json as `./encore clients` does: they compile, and play one journey and their README's example.

    infra/bench/clients.py [--at http://localhost:8080 --keys data/demo-keys.json] [--keep DIR]

Without --at a server of its own is started. It needs Maven, npm and pip; the generator and everything that its clients need go
into a temporary directory.
"""

import argparse
import json
import os
import re
import sys

from encore_bench import ROOT, SMALLEST, add_server_options, demo_server, install, java, parsed, working_folder

sys.path.insert(0, os.path.join(ROOT, "infra", "clients"))

from write_clients import fetch_generator, read_description, run, write_clients  # noqa: E402

TYPESCRIPT = "typescript@5.8.3"
AXIOS = "axios@1.13.2"
CALLED = {"businesses", "fans", "points", "props", "quests", "sessions"}

JAVA = """
import encore.client.ApiClient;
import encore.client.ApiException;
import encore.client.api.*;
import encore.client.model.*;
import java.time.LocalDate;

public class Calls {
    public static void main(String[] arguments) throws Exception {
        var client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        client.setRequestInterceptor(
                request -> request.header("Api-Key", arguments[1]).header("Api-Secret", arguments[2]));
        var fans = new FansApi(client);
        var points = new PointsApi(client);
        var ada = new AddFanRequest().firstName("Ada").lastName("Lovelace").email("ada@example.com");
        long fan = fans.addFan(null, ada).getFanId();
        must(fan == fans.addFan(null, new AddFanRequest().email("ada@example.com")).getFanId());
        String uid = points.createPointType(new CreatePointTypeRequest().pointName("applause"), null).getPointUid();
        points.awardPointsByName(fan, new AwardPointsByNameRequest().pointName("applause").pointCount(50L), null);
        var award = new AwardPointsRequest().fanId(fan).pointUid(uid).pointCount(20L).awardKey("java");
        must(points.awardPoints(award, null).getFanPointUid()
                .equals(points.awardPoints(award, null).getFanPointUid()));
        must(points.findBalances(fan, null, null).stream().anyMatch(balance -> balance.getBalance() >= 70));
        points.findPoints(LocalDate.parse("2020-01-01"), LocalDate.parse("2099-12-31"), "applause", null, null, null);
        must(fans.searchFans(@SEARCH@).getData().stream().anyMatch(row -> row.getFanId() == fan));
        var props = new PropsApi(client);
        props.findProp("java", "{\\"colour\\": \\"green\\"}", null);
        must(props.findProp("java", null, null).toString().contains("green"));
        long business = new BusinessesApi(client)
                .addBusiness(new AddBusinessRequest().businessName("Java"), null).getBusinessId();
        var sessions = new SessionsApi(client);
        for (var network : new ConnectSessionRequest.NetworkEnum[] {null, ConnectSessionRequest.NetworkEnum.EMPTY}) {
            var guest = sessions.connectSession(new ConnectSessionRequest().businessId(business).network(network), null);
            must(sessions.findSessionFan(guest.getSessionUid(), null).getIsGuest());
        }
        var quests = new QuestsApi(client);
        quests.createQuest(business, new CreateQuestRequest().questTitle("Look")
                .questType(CreateQuestRequest.QuestTypeEnum.LINK_URL).linkUrl("https://fans.example/look?at=1"), null);
        must(quests.findQuests(business, null, null).get(0).getLinkUrl().equals("https://fans.example/look?at=1"));
        try {
            points.awardPointsByName(fan, new AwardPointsByNameRequest().pointName("nobody's").pointCount(1L), null);
            must(false);
        } catch (ApiException refused) {
            must(refused.getCode() == 400 && refused.getResponseBody().contains("point_name"));
        }
    }

    private static void must(boolean right) {
        if (!right) {
            throw new AssertionError();
        }
    }
}
"""

TYPED = """
import { isAxiosError } from 'axios';
import { BusinessesApi, Configuration, FansApi, PointsApi, PropsApi, QuestsApi, SessionsApi } from './index';

const [at, key, secret] = process.argv.slice(2);
const settings = new Configuration({ basePath: at, baseOptions: { headers: { 'Api-Key': key, 'Api-Secret': secret } } });
const fans = new FansApi(settings);
const points = new PointsApi(settings);

function must(right: boolean): void {
  if (!right) throw new Error('not as it should be');
}

async function calls(): Promise<void> {
  const { fan_id: fanId } = (await fans.addFan({
    addFanRequest: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', latitude: 1, longitude: 2, tag_vip: true } })).data;
  must(fanId === (await fans.addFan({ addFanRequest: { email: 'ada@example.com' } })).data.fan_id);
  const { point_uid } = (await points.createPointType({
    createPointTypeRequest: { point_name: 'applause' } })).data;
  await points.awardPointsByName({
    fanId, awardPointsByNameRequest: { point_name: 'applause', point_count: 50 } });
  const award = { awardPointsRequest: { fan_id: fanId, point_uid, point_count: 20, award_key: 'typescript' } };
  must((await points.awardPoints(award)).data.fan_point_uid
    === (await points.awardPoints(award)).data.fan_point_uid);
  must((await points.findBalances({ fanId })).data.some(row => row.balance >= 70));
  await points.findPoints({ startDate: '2020-01-01', endDate: '2099-12-31', pointName: 'applause' });
  must((await fans.searchFans({ name: 'ada' })).data.data.some(row => row.fan_id === fanId));
  const props = new PropsApi(settings);
  await props.findProp({ propName: 'typescript', props: '{"colour": "green"}' });
  must((await props.findProp({ propName: 'typescript' })).data.colour === 'green');
  const { business_id: businessId } = (await new BusinessesApi(settings).addBusiness({
    addBusinessRequest: { business_name: 'TypeScript' } })).data;
  const sessions = new SessionsApi(settings);
  for (const step of [{}, { network: '' as const }]) {
    const { session_uid: sessionUid } = (await sessions.connectSession({
      connectSessionRequest: { business_id: businessId, ...step } })).data;
    must((await sessions.findSessionFan({ sessionUid: sessionUid! })).data.is_guest);
  }
  const quests = new QuestsApi(settings);
  await quests.createQuest({ businessId, createQuestRequest: {
    quest_title: 'Look', quest_type: 'link_url', link_url: 'https://fans.example/look?at=1' } });
  must((await quests.findQuests({ businessId })).data[0].link_url === 'https://fans.example/look?at=1');
  try {
    await points.awardPointsByName({
      fanId, awardPointsByNameRequest: { point_name: "nobody's", point_count: 1 } });
  } catch (refused) {
    must(isAxiosError(refused) && refused.response?.status === 400
      && JSON.stringify(refused.response.data).includes('point_name'));
    return;
  }
  throw new Error('not refused');
}

calls().catch(failed => { console.error(failed); process.exit(1); });
"""


PYTHON = """
import datetime
import sys
import encore_client
from encore_client import (AddBusinessRequest, AddFanRequest, AwardPointsByNameRequest, AwardPointsRequest,
                           ConnectSessionRequest, CreatePointTypeRequest, CreateQuestRequest)

at, key, secret = sys.argv[1:]
with encore_client.ApiClient(encore_client.Configuration(host=at)) as client:
    client.set_default_header("Api-Key", key)
    client.set_default_header("Api-Secret", secret)
    fans = encore_client.FansApi(client)
    points = encore_client.PointsApi(client)
    ada = AddFanRequest(first_name="Ada", last_name="Lovelace", email="ada@example.com")
    fan = fans.add_fan(add_fan_request=ada).fan_id
    assert fan == fans.add_fan(add_fan_request=AddFanRequest(email="ada@example.com")).fan_id
    uid = points.create_point_type(create_point_type_request=CreatePointTypeRequest(point_name="applause")).point_uid
    points.award_points_by_name(fan, AwardPointsByNameRequest(point_name="applause", point_count=50))
    award = AwardPointsRequest(fan_id=fan, point_uid=uid, point_count=20, award_key="python")
    assert points.award_points(award).fan_point_uid == points.award_points(award).fan_point_uid
    assert any(row.balance >= 70 for row in points.find_balances(fan))
    days = {"start_date": datetime.date(2020, 1, 1), "end_date": datetime.date(2099, 12, 31)}
    points.find_points(point_name="applause", **days)
    assert any(row.fan_id == fan for row in fans.search_fans(name="ada").data)
    props = encore_client.PropsApi(client)
    props.find_prop("python", props='{"colour": "green"}')
    assert props.find_prop("python") == {"colour": "green"}
    business = encore_client.BusinessesApi(client).add_business(AddBusinessRequest(business_name="Python")).business_id
    sessions = encore_client.SessionsApi(client)
    for step in {}, {"network": ""}:
        guest = sessions.connect_session(ConnectSessionRequest(business_id=business, **step))
        assert sessions.find_session_fan(guest.session_uid).is_guest
    quests = encore_client.QuestsApi(client)
    link = "https://fans.example/look?at=1"
    quests.create_quest(business, CreateQuestRequest(quest_title="Look", quest_type="link_url", link_url=link))
    assert quests.find_quests(business)[0].link_url == link
    try:
        points.award_points_by_name(fan, AwardPointsByNameRequest(point_name="nobody's", point_count=1))
        raise AssertionError("not refused")
    except encore_client.ApiException as refused:
        assert refused.status == 400 and "point_name" in refused.body
"""


def shorten(description):
    """Leaves only the operations that the journey calls, and what these name: most of the time is for the others."""
    with open(description) as file:
        api = json.load(file)
    for path, methods in list(api["paths"].items()):
        for method, operation in list(methods.items()):
            if isinstance(operation, dict) and not CALLED & set(operation.get("tags", ())):
                del methods[method]
        if not methods:
            del api["paths"][path]
    api.pop("webhooks", None)
    parts, named = api["components"], set()
    todo = [{name: part for name, part in api.items() if name != "components"}]
    while todo:
        for kind, name in re.findall('"#/components/([^/"]+)/([^"]+)"', json.dumps(todo.pop())):
            if (kind, name) not in named:
                named.add((kind, name))
                todo.append(parts[kind][name])
    for kind in parts.keys() - {"securitySchemes"}:
        parts[kind] = {name: part for name, part in parts[kind].items() if (kind, name) in named}
    with open(description, "w") as file:
        json.dump(api, file)


def example(folder, language):
    """Returns the program of a README."""
    with open(os.path.join(folder, "README.md")) as readme:
        return re.search(f"```{language}\n(.*?)```", readme.read(), re.DOTALL).group(1)


def save(folder, name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


def by_java(folder, *call):
    source = os.path.join(folder, "src", "main", "java")
    with open(os.path.join(source, "encore", "client", "api", "FansApi.java")) as api:
        text = api.read()
    # The generated search method has many parameters; only the name is given.
    head = text.split(" searchFans(", 1)[1].split(")", 1)[0]
    names = [parameter.split()[-1] for parameter in head.split(", ")]
    save(source, "Calls.java", JAVA.replace("@SEARCH@", ", ".join('"ada"' if name == "name" else "null" for name in names)))
    save(source, "Example.java", example(folder, "java"))
    run("mvn", "-q", "-B", "compile", "dependency:build-classpath", "-Dmdep.outputFile=classpath", cwd=folder)
    with open(os.path.join(folder, "classpath")) as file:
        classpath = os.path.join(folder, "target", "classes") + ":" + file.read().strip()
    run(java(), "-cp", classpath, "Calls", *call)
    return run(java(), "-cp", classpath, "Example", *call)


def by_typescript(folder, *call):
    save(folder, "calls.ts", TYPED)
    save(folder, "example.ts", example(folder, "typescript").replace("'encore-client'", "'./index'"))
    install("npm", "install", "--no-save", "--prefix", folder, TYPESCRIPT, AXIOS, "@types/node@22")
    run(os.path.join(folder, "node_modules", ".bin", "tsc"), "--strict", "--target", "es2022", "--module", "commonjs",
        "--lib", "es2022,dom", "--types", "node", "--outDir", "out", "calls.ts", "example.ts", cwd=folder)
    run("node", os.path.join(folder, "out", "calls.js"), *call)
    return run("node", os.path.join(folder, "out", "example.js"), *call)


def by_python(folder, *call):
    run(sys.executable, "-m", "venv", "venv", cwd=folder)
    python = os.path.join(folder, "venv", "bin", "python")
    install(python, "-m", "pip", "install", "-q", ".", cwd=folder)
    save(folder, "calls.py", PYTHON)
    save(folder, "example.py", example(folder, "python"))
    run(python, "-W", "error::SyntaxWarning", "calls.py", *call, cwd=folder)
    return run(python, "example.py", *call, cwd=folder)


arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
add_server_options(arguments)
arguments.add_argument("--keep")
options = parsed(arguments)
with working_folder("clients", options.keep) as folder, demo_server(options, folder) as (at, pair):
    description = os.path.join(folder, "openapi.json")
    read_description(at, description)
    if SMALLEST:
        shorten(description)
    version = write_clients(description, folder, fetch_generator(folder))
    for name, client in {"java": by_java, "typescript": by_typescript, "python": by_python}.items():
        said = client(os.path.join(folder, name), at, pair["api_key"], pair["api_secret"])
        if "counted once" not in said:
            raise SystemExit(f"{name}: the README's example said {said!r}")
        print(f"{name} {version}: compiles, plays the journey and the README's example", flush=True)
