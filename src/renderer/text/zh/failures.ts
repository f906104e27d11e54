import type { failures as failuresEn } from '../en/failures.ts';
import { countText as count } from '../number-groups.ts';

export const failures: typeof failuresEn = {
  failure: {
    retry: '重试',
    showing: (time) => `显示的是 ${time} 的数据。`,
    service: (errno, errmsg) => `交易所的说明：${errmsg || '无'}（${errno}）`,
  },

  errors: {
    offline: {
      what: '无法连接交易所。',
      next: '请检查网络连接；恢复后数据会自动出现。',
    },
    timeout: { what: '交易所没有及时应答。', next: '请稍后重试。' },
    'untrusted-certificate': {
      what: '与交易所的连接不安全：本机不信任其证书。',
      next: '没有发送任何内容。请检查基础地址，以及中间是否有代理或酒店网络。',
    },
    throttled: { what: '交易所要求减少请求。', next: '请等待几秒后重试。' },
    'service-busy': { what: '交易所繁忙。', next: '请稍后重试。' },
    'rejected-signature': {
      what: '交易所不接受签名。',
      next: '请检查私钥与访问令牌是否配对。',
    },
    'clock-skew': {
      what: '本机时钟与交易所相差过大。',
      next: '请将时钟设为自动校时，然后重试。',
    },
    'nonce-used': { what: '交易所已收到过此请求编号。', next: '请重试。' },
    'not-authenticated': {
      what: '交易所不认识此访问令牌。',
      next: '请检查该账户的访问令牌和私钥。',
    },
    'account-locked': { what: '交易所已锁定此账户。', next: '请联系交易所客服。' },
    'no-permission': {
      what: '此 API 密钥无权读取该内容。',
      next: '请在交易所网站为该密钥开通查询合约委托的权限。',
    },
    'key-expired': { what: 'API 密钥已过期。', next: '请在交易所网站新建一个只读密钥。' },
    'wrong-address': {
      what: '交易所地址有应答，但没有此服务。',
      next: '请检查该账户的基础地址。',
    },
    'not-this-service': {
      what: '在此地址应答的不是交易所。',
      next: '请检查基础地址。如在酒店或公司网络中，请先登录该网络。',
    },
    'redirect-refused': {
      what: '交易所地址指向了另一个地址，Orderglass 不会跟随。',
      next: '请检查该账户的基础地址。',
    },
    'invalid-request': { what: '交易所不接受此查询。', next: '请选择其他交易对，或选择全部。' },
    'bad-answer': {
      what: '无法读懂交易所的应答。',
      next: '请重试。若仍然如此，可能中间有代理，或服务已变更。',
    },
    'service-error': { what: '交易所报告其自身出错。', next: '请稍后重试。' },
    'keychain-unavailable': {
      what: '无法使用本机的钥匙串。',
      next: '请将其解锁，然后重试。',
    },
    'invalid-input': { what: '无法以这种方式查询。', next: '请重置筛选条件后重试。' },
    'unknown-account': { what: '此账户已不存在。', next: '请选择其他账户。' },
    'storage-failed': {
      what: '程序无法写入数据文件夹。',
      next: '请确认磁盘未满，且该文件夹可以写入。在此之前，改动只在本次运行中有效。',
    },
    cancelled: { what: '请求已停止。', next: '请重试。' },
    'host-gone': { what: 'Orderglass 本身已停止。', next: '请用 npm start 重新启动。' },
    internal: {
      what: 'Orderglass 内部出错。',
      next: '请重试。若仍然如此，请重新启动程序。',
    },
  },

  problems: {
    'set-aside': {
      what: '该账户的存档已损坏。',
      next: '已将其移到一旁，正在从交易所重新建立存档。损坏的文件：',
    },
    'disk-full': {
      what: '磁盘已满：读取的数据没有保存。',
      next: '请腾出磁盘空间，然后重试。存档：',
    },
    'read-only': {
      what: '存档无法写入：仍会显示其中的数据，但不会读取新数据。',
      next: '请让您的系统用户可以写入此文件及其文件夹，然后重试：',
    },
    locked: {
      what: '另一个程序正在使用存档。',
      next: '请关闭另一个 Orderglass，然后重试。存档：',
    },
    'newer-version': {
      what: '存档由更新版本的 Orderglass 写入。',
      next: '存档保持原样。请更新 Orderglass 后再使用：',
    },
    other: {
      what: '存档无法使用。',
      next: '请重新启动 Orderglass。若仍然如此，请移走此文件，存档会重新建立：',
    },
  },

  keychain: {
    'no-service': {
      what: '本机没有运行钥匙串服务。',
      next: '请启动 GNOME Keyring 或 KeePassXC 等 Secret Service 后重试，或仅在本次运行中保留密钥。',
    },
    locked: { what: '钥匙串已锁定。', next: '请将其解锁，然后重试。' },
    denied: { what: '钥匙串拒绝访问。', next: '请在系统询问时允许 Orderglass，然后重试。' },
    'no-answer': {
      what: '钥匙串没有应答。',
      next: '请查看此窗口后面是否有系统的询问，回答后重试。',
    },
    'module-missing': {
      what: '未安装 Orderglass 与钥匙串通信的部件。',
      next: '请安装 libsecret 后重新启动，或仅在本次运行中保留密钥。',
    },
    'damaged-entry': {
      what: '无法读取钥匙串中此账户的内容。',
      next: '请重新输入密钥。',
    },
    'entry-missing': {
      what: '钥匙串中已没有此账户的密钥。',
      next: '请重新输入密钥。',
    },
    'service-restarted': {
      what: '钥匙串在 Orderglass 运行期间重新启动过。',
      next: '请重新启动 Orderglass 以再次使用钥匙串。',
    },
    other: { what: '钥匙串报告错误。', next: '请重试，或仅在本次运行中保留密钥。' },
  },

  connection: {
    paused: (seconds) => `交易所要求放慢速度。${count(seconds)} 秒后继续请求。`,
    pausedAWhile: '交易所要求放慢速度。稍后会自动继续请求。',
    offline: '无法连接交易所。Orderglass 会自动重试。',
    clockSkewed: (seconds) =>
      seconds > 0
        ? `本机时钟比交易所慢 ${count(seconds)} 秒。请将其设为自动校时。`
        : `本机时钟比交易所快 ${count(-seconds)} 秒。请将其设为自动校时。`,
  },

  fileNotices: {
    settings: (keptAs) =>
      keptAs === null
        ? '设置文件无法读取，已原样保留：现在使用默认设置，改动只在 Orderglass 结束前有效。请检查数据文件夹中的 settings.json。'
        : `设置文件无法读取。它已另存为数据文件夹中的 ${keptAs}，设置从默认值重新开始。`,
    accounts: (keptAs) =>
      keptAs === null
        ? '账户文件无法读取，已原样保留：账户无法保存。请检查数据文件夹中的 accounts.json，然后重新启动。'
        : `账户文件无法读取，或只读出了一部分。它已另存为数据文件夹中的 ${keptAs}；缺少的账户可以重新添加，并会找回原来的存档。`,
    desk: (keptAs) =>
      keptAs === null
        ? '某个账户的提醒与动态文件无法读取，已原样保留：提醒只在 Orderglass 结束前有效。请检查数据文件夹中的“desk”文件夹，然后重新启动。'
        : `某个账户的提醒与动态文件无法读取，或只读出了一部分。它已另存为数据文件夹的“desk”文件夹中的 ${keptAs}；请检查您的提醒是否齐全。`,
    understood: '知道了',
  },
};
